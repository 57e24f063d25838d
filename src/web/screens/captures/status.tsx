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
  return <WithoutTranscript />;
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

/** A service that recognises no speech has the sound all the same. */
function WithoutTranscript() {
  const { client } = useStore();
  const [canTranscribe, setCan] = useState<boolean | null>(null);
  useEffect(() => {
    client.getCapabilities().then(
      ({ transcription }) => setCan(transcription),
      () => undefined,
    );
  }, []);
  if (canTranscribe === null) return null;
  return <p className="phase soft">{canTranscribe ? words.captures.silent : words.captures.notTranscribed}</p>;
}
