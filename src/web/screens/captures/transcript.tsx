/** What was said, line by line; each plays its own second, and the one that is heard now is marked and stays in sight. */
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog.tsx";
import { Evidence } from "../../parts/evidence.tsx";
import { PlayerContext } from "../../parts/player.ts";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "../sign-in/form.tsx";
import type { Segment } from "./use-capture.ts";

export interface TranscriptProps {
  readonly captureId: string;
  readonly segments: readonly Segment[];
  readonly onChanged: () => void;
}

export function Transcript({ captureId, segments, onChanged }: TranscriptProps) {
  const [renamed, setRenamed] = useState<string | null>(null);
  const now = useHeard(segments);
  const box = useRef<HTMLOListElement>(null);
  useEffect(() => box.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }), [now]);
  return (
    <>
      <ol className="transcript" ref={box}>
        {segments.map(({ position, startMs, speaker, text }, at) => (
          <li key={position} {...(position === now && { "aria-current": "true" })}>
            <Evidence captureId={captureId} startMs={startMs} />
            <div className="grow">
              {speaker !== null && speaker !== segments[at - 1]?.speaker && (
                <button
                  type="button"
                  className="speaker"
                  title={words.captures.rename}
                  onClick={() => setRenamed(speaker)}
                >
                  <span dir="auto">{speaker}</span>
                </button>
              )}
              <p dir="auto">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      {renamed !== null && (
        <RenameSpeaker
          captureId={captureId}
          speaker={renamed}
          onClose={(isChanged) => (setRenamed(null), isChanged && onChanged())}
        />
      )}
    </>
  );
}

/** The position of the segment that is heard now; drawn again when it is another one, and not with every tick. */
function useHeard(segments: readonly Segment[]): number | null {
  const player = useContext(PlayerContext);
  const [now, setNow] = useState<number | null>(null);
  useEffect(
    () =>
      player?.at.changed.subscribe(() => {
        const milliseconds = player.at.value * 1000;
        const heard = segments.findLast(({ startMs }) => startMs <= milliseconds + 50);
        setNow(heard?.position ?? null);
      }),
    [player, segments],
  );
  return now;
}

interface RenameProps {
  readonly captureId: string;
  readonly speaker: string;
  readonly onClose: (isChanged: boolean) => void;
}

function RenameSpeaker({ captureId, speaker, onClose }: RenameProps) {
  const { client } = useStore();
  const rename = async ({ name = "" }: Readonly<Record<string, string>>): Promise<void> => {
    await client.renameSpeaker({ captureId, speaker, name });
    onClose(true);
  };
  return (
    <Dialog label={words.captures.rename} className="ask" onClose={() => onClose(false)}>
      {() => (
        <Form title={words.captures.renameOf(speaker)} submit={words.save} onSubmit={rename} isPart>
          <Field label={words.keys.name} name="name" required maxLength={200} defaultValue={speaker} />
        </Form>
      )}
    </Dialog>
  );
}
