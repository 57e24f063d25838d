/** What was said, line by line; each plays its own second, and the one that is heard now is marked and stays in sight. */
import { useContext, useEffect, useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog.tsx";
import { Evidence } from "../../parts/evidence.tsx";
import { PlayerContext } from "../../parts/player.ts";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "../sign-in/form.tsx";
import { Blocks } from "./blocks.tsx";
import type { Segment } from "./use-capture.ts";

export interface TranscriptProps {
  readonly captureId: string;
  readonly segments: readonly Segment[];
  readonly onChanged: () => void;
}

export function Transcript({ captureId, segments, onChanged }: TranscriptProps) {
  const [renamed, setRenamed] = useState<string | null>(null);
  const now = useHeard(segments);
  return (
    <>
      <Blocks className="transcript" lines={segments} textOf={({ text }) => text} current={now}>
        {({ startMs, speaker, text }, at) => (
          <>
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
          </>
        )}
      </Blocks>
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

/** Which of the segments is heard now, -1 for none; drawn again when it is another one, and not with every tick. */
function useHeard(segments: readonly Segment[]): number {
  const player = useContext(PlayerContext);
  const [now, setNow] = useState(-1);
  useEffect(() => {
    const hear = (): void => {
      const milliseconds = (player?.at.value ?? 0) * 1000;
      setNow(segments.findLastIndex(({ startMs }) => startMs <= milliseconds + 50));
    };
    // It may have begun somewhere before the lines were there, and stand still.
    if (player !== null && player.at.value > 0) hear();
    return player?.at.changed.subscribe(hear);
  }, [player, segments]);
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
