/** A recording while it is made: how long, how loud, how much of it is safe, and notes at their second. */
import { useState } from "preact/hooks";
import { currentRecorder } from "../../audio/recorder.ts";
import { fromHere } from "../../base/routes.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Icon } from "../../parts/icons.tsx";
import type { RecordingState } from "../../store/recording.ts";
import { words } from "../../words/index.ts";
import { TimedNotes } from "./timed-notes.tsx";

export function Running({ recording }: { readonly recording: RecordingState }) {
  const { phase, takenMs, notes, draft } = recording;
  const [isAsking, setAsking] = useState(false);
  const stop = (): void => {
    const onward = fromHere();
    void currentRecorder()
      ?.stop()
      .then((captureId) => captureId !== null && onward(`/captures/${captureId}`));
  };
  const discard = (isYes: boolean): void => {
    setAsking(false);
    if (!isYes) return;
    const onward = fromHere();
    void currentRecorder()
      ?.discard()
      .then(() => onward("/captures"));
  };
  if (phase === "asking") return <p className="large">{words.record.asking}</p>;
  return (
    <>
      <p className="elapsed" role="timer">
        {words.clock(takenMs / 1000)}
      </p>
      <Levels levels={recording.levels} />
      <Safety recording={recording} />
      <p className="buttons">
        <button type="button" className="outlined danger" disabled={phase === "ending"} onClick={stop}>
          <Icon name="stop" /> {words.record.stop}
        </button>
        <button type="button" className="quiet soft" onClick={() => setAsking(true)}>
          {words.record.discard}
        </button>
      </p>
      <NoteField draft={draft} isOver={phase === "ending"} />
      <TimedNotes notes={notes} />
      {isAsking && (
        <Confirm
          question={words.record.discardAsk}
          yes={words.record.discard}
          no={words.record.keep}
          onAnswer={discard}
        />
      )}
    </>
  );
}

/** What is true of the sound: how much of it is on the service's disk, and what is wrong, if anything. */
function Safety({ recording }: { readonly recording: RecordingState }) {
  const { phase, safeMs, takenMs, isConnected, trouble } = recording;
  const isLost = !isConnected && safeMs < takenMs && takenMs > 2000;
  return (
    <div className="safety">
      <p className={safeMs === 0 ? "soft" : ""}>
        {safeMs === 0 ? words.record.notYetSafe : words.record.safe(words.clock(safeMs / 1000))}
      </p>
      <div role="status">
        {phase === "ending" && isLost && (
          <p className="warn">{words.record.endingAlone(words.clock((takenMs - safeMs) / 1000))}</p>
        )}
        {phase === "ending" && !isLost && <p className="soft">{words.record.ending}</p>}
        {phase === "recording" && isLost && <p className="warn">{words.record.lost}</p>}
        {trouble !== null && <p className="warn">{words.record[trouble]}</p>}
      </div>
    </div>
  );
}

/** The last ten seconds, the newest at the right. */
function Levels({ levels }: { readonly levels: readonly number[] }) {
  const silence = Array.from({ length: Math.max(0, 96 - levels.length) }, () => 0);
  return (
    <svg className="levels" viewBox="0 0 384 48" aria-hidden="true">
      {[...silence, ...levels].map((level, at) => {
        const height = Math.max(2, Math.sqrt(level) * 44);
        return <rect key={at} x={at * 4} y={24 - height / 2} width={2.5} height={height} rx={1.25} />;
      })}
    </svg>
  );
}

function NoteField({ draft, isOver }: { readonly draft: string; readonly isOver: boolean }) {
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        currentRecorder()?.note();
      }}
    >
      <Icon name="note" />
      <input
        aria-label={words.record.addNote}
        placeholder={words.record.addNote}
        dir="auto"
        maxLength={1000}
        disabled={isOver}
        value={draft}
        onInput={(event) => currentRecorder()?.write(event.currentTarget.value)}
      />
    </form>
  );
}
