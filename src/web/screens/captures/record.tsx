/** A recording while it is made: how long, how loud, how much of it is safe, and notes at their second. */
import { useState } from "preact/hooks";
import { currentRecorder, startRecording } from "../../audio/recorder.ts";
import { fromHere, go } from "../../base/routes.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Head } from "../../parts/screen.tsx";
import { useStore, useValue } from "../../parts/use.ts";
import type { NoRecording, RecordingState } from "../../store/recording.ts";
import { words } from "../../words/index.ts";
import { BackToList } from "./back.tsx";
import { TimedNotes } from "./timed-notes.tsx";

export function RecordView() {
  const store = useStore();
  const recording = useValue(store.recording);
  const none = useValue(store.noRecording) ?? (isSecureContext ? null : insecure);
  return (
    <div className="chat">
      <Head title={recording === null ? words.record.title : words.record.now}>
        <BackToList />
      </Head>
      <div className="log">
        <div className="column recording">
          {recording === null ? (
            <NotYet none={none} onStart={() => startRecording(store)} />
          ) : (
            <Running recording={recording} />
          )}
        </div>
      </div>
    </div>
  );
}

const insecure: NoRecording = { refusal: "insecure" };

function NotYet({ none, onStart }: { readonly none: NoRecording | null; readonly onStart: () => void }) {
  const isInsecure = none !== null && "refusal" in none && none.refusal === "insecure";
  return (
    <>
      {none !== null && (
        <p className="problem" role="alert">
          {"refusal" in none ? words.record.refusals[none.refusal] : none.reason}{" "}
          {"isSpent" in none && none.isSpent && (
            <button type="button" className="quiet link" onClick={() => go("/settings#minutes")}>
              {words.chat.minutes}
            </button>
          )}
        </p>
      )}
      {isInsecure ? <SecureAddress /> : <Start onStart={onStart} />}
    </>
  );
}

function Start({ onStart }: { readonly onStart: () => void }) {
  return (
    <>
      <button type="button" className="primary large" onClick={onStart}>
        <Icon name="mic" size={20} /> {words.record.start}
      </button>
      <p className="soft hint">{words.record.hint}</p>
    </>
  );
}

/** What the operator of the service does about it, with the port at which this page was served. */
function SecureAddress() {
  const port = location.port === "" ? "80" : location.port;
  return (
    <details className="secure-address">
      <summary>{words.record.tls.title}</summary>
      <p>{words.record.tls.proxy}</p>
      <pre>{`work.example.com {
    reverse_proxy 127.0.0.1:${port}
}`}</pre>
      <p>{words.record.tls.address}</p>
      <pre>DAYSHIFT_PUBLIC_URL=https://work.example.com DAYSHIFT_TRUSTED_PROXIES=127.0.0.1</pre>
      <p className="soft">
        {words.record.tls.more} <code>docs/operations.md</code>
      </p>
    </details>
  );
}

function Running({ recording }: { readonly recording: RecordingState }) {
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
