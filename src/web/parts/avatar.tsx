/** Who it is, at a glance: initials in a colour of their own, round for people, with corners for agents. Decoration: the name stands next to it. */
import { initialsOf } from "../base/initials.ts";

export interface AvatarProps {
  readonly id: string;
  readonly name: string;
  readonly isAgent?: boolean;
}

export function Avatar({ id, name, isAgent = false }: AvatarProps) {
  return (
    <span
      className={isAgent ? "avatar agent" : "avatar"}
      style={`--hue:${hueOf(id)}`}
      // Drawn by the style, so that they are no part of what the button or the row says.
      data-initials={initialsOf(name)}
      aria-hidden="true"
    />
  );
}

/** In degrees; the same for one id everywhere. */
function hueOf(id: string): number {
  let hue = 0;
  for (const character of id) hue = (hue * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return hue;
}
