/** How far a note or a recording is, and why it has no transcript: never said as a failure where nothing failed. */
import { useEffect, useState } from "preact/hooks";
import { momentInWords } from "../../parts/due.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import type { CaptureState, Progress } from "./use-capture.ts";

export interface StatusProps {
  readonly state: CaptureState;
  readonly onChanged: () => void;
}

export function CaptureStatus({ state, onChanged }: StatusProps) {
  const { capture, segments, progress } = state;
  if (capture.status === "failed") return <Broken state={state} onChanged={onChanged} />;
  if (progress !== null) return <Moving progress={progress} />;
  if (capture.type === "note" || segments.length > 0) return null;
  return <WithoutTranscript captureId={capture.id} onChanged={onChanged} />;
}

function Moving({ progress }: { readonly progress: Progress }) {
  const { phase, transcribedSeconds, totalSeconds, nextAttemptAt } = progress;
  if (phase === "completed" || phase === "failed") return null;
  const { phases } = words.captures;
  const isCounted = phase === "transcribing" && totalSeconds !== null && totalSeconds > 0;
  return (
    <div className="phase" role="status">
      <p>
        <span className="pulse" />{" "}
        {phase === "transcribing"
          ? phases.transcribing(words.clock(transcribedSeconds), words.clock(totalSeconds ?? 0))
          : phases[phase]}
      </p>
      {isCounted && (
        <progress
          max={totalSeconds}
          value={transcribedSeconds}
          aria-label={phases.transcribing(words.clock(transcribedSeconds), words.clock(totalSeconds))}
        />
      )}
      {nextAttemptAt !== null && <p className="soft">{words.captures.nextAttempt(momentInWords(nextAttemptAt))}</p>}
    </div>
  );
}

function Broken({ state, onChanged }: StatusProps) {
  const { client } = useStore();
  const [problem, setProblem] = useState<string | null>(null);
  const { capture, progress } = state;
  const retry = (): void => {
    client.retryCapture({ captureId: capture.id }).then(onChanged, (error: unknown) => setProblem(describe(error)));
  };
  return (
    <div className="phase" role="alert">
      <p className="problem">{problem ?? progress?.errorMessage ?? words.captures.failed}</p>
      <p>
        <button type="button" className="outlined" onClick={retry}>
          {words.captures.retry}
        </button>
      </p>
    </div>
  );
}

/** A service that recognises no speech has the sound all the same, and transcribes it once it can. */
function WithoutTranscript({ captureId, onChanged }: { readonly captureId: string; readonly onChanged: () => void }) {
  const { client } = useStore();
  const [state, setState] = useState<{ readonly canTranscribe: boolean; readonly isUnheard: boolean } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    Promise.all([client.getCapabilities(), client.getCaptureProgress({ captureId })]).then(
      ([{ transcription }, { errorCode }]) =>
        setState({ canTranscribe: transcription, isUnheard: errorCode === "not_configured" }),
      () => undefined,
    );
  }, [captureId]);
  if (state === null) return null;
  const { canTranscribe, isUnheard } = state;
  const transcribe = (): void => {
    client.retryCapture({ captureId }).then(onChanged, (error: unknown) => setProblem(describe(error)));
  };
  return (
    <div className="phase">
      <p className="soft">{words.captures[!canTranscribe ? "notTranscribed" : isUnheard ? "unheard" : "silent"]}</p>
      {problem !== null && <p role="alert">{problem}</p>}
      {isUnheard && canTranscribe && (
        <button type="button" className="outlined" onClick={transcribe}>
          {words.captures.transcribe}
        </button>
      )}
    </div>
  );
}
