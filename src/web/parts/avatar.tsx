/**
 * Who it is, at a glance: initials in a colour of their own, round for people, with corners for agents, which show their photo where they
 * have one. Decoration: the name stands next to it.
 */
import { useState } from "preact/hooks";
import { initialsOf } from "../base/initials.ts";
import { renewPhoto } from "../store/renew-photo.ts";
import { useRecord, useStore } from "./use.ts";

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
    >
      {isAgent && <Photo agentId={id} />}
    </span>
  );
}

/** Covers the initials once it is there; where it cannot be loaded they stay. */
function Photo({ agentId }: { readonly agentId: string }) {
  const store = useStore();
  const url = useRecord(store.agents, agentId)?.profilePhotoUrl ?? null;
  const [brokenUrl, setBroken] = useState<string | null>(null);
  if (url === null || url === brokenUrl) return null;
  const fail = (): void => {
    setBroken(url);
    renewPhoto(store, agentId, url);
  };
  // From the address of this page, whichever of the service's it is.
  return <img src={new URL(url).pathname} alt="" onError={fail} />;
}

/** In degrees; the same for one id everywhere. */
function hueOf(id: string): number {
  let hue = 0;
  for (const character of id) hue = (hue * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return hue;
}
