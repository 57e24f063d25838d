/** The mark of evidence: the second at which something was said, which a press plays. */
import { useContext } from "preact/hooks";
import { go } from "../base/routes.ts";
import { words } from "../words/index.ts";
import { Icon } from "./icons.tsx";
import { PlayerContext } from "./player.ts";

export interface EvidenceProps {
  readonly captureId: string;
  readonly startMs: number;
}

/** Plays in place where the recording is open, and opens it there elsewhere. */
export function Evidence({ captureId, startMs }: EvidenceProps) {
  const player = useContext(PlayerContext);
  const second = startMs / 1000;
  const time = words.clock(second);
  const press = (): void => (player === null ? go(`/captures/${captureId}?t=${second}`) : player.playAt(second));
  return (
    <button type="button" className="evidence" aria-label={words.captures.playAt(time)} onClick={press}>
      <Icon name="play" size={11} />
      {time}
    </button>
  );
}
