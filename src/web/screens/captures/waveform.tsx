/** The sound of a recording as bars, or where somebody spoke while its levels are not known. Decoration: the position below says the same. */
import { useEffect, useState } from "preact/hooks";
import { readLevels } from "../../audio/read-levels.ts";
import type { Segment } from "./use-capture.ts";

export interface WaveformProps {
  /** Null while they are not known. */
  readonly levels: readonly number[] | null;
  readonly segments: readonly Segment[];
  /** In seconds. */
  readonly duration: number;
  readonly at: number;
}

export function Waveform({ levels, segments, duration, at }: WaveformProps) {
  if (duration <= 0) return null;
  return (
    <svg className="strip" viewBox="0 0 1000 24" preserveAspectRatio="none" aria-hidden="true">
      {levels === null ? (
        <Spoken segments={segments} duration={duration} at={at} />
      ) : (
        levels.map((level, bar) => (
          <Bar
            key={bar}
            bar={bar}
            step={1000 / levels.length}
            level={level}
            isHeard={(bar / levels.length) * duration < at}
          />
        ))
      )}
    </svg>
  );
}

interface BarProps {
  readonly bar: number;
  /** Its width with the gap behind it. */
  readonly step: number;
  readonly level: number;
  readonly isHeard: boolean;
}

function Bar({ bar, step, level, isHeard }: BarProps) {
  const height = Math.max(1.5, level * 24);
  return (
    <rect className={isHeard ? "heard" : ""} x={bar * step} y={12 - height / 2} width={step * 0.6} height={height} />
  );
}

/** A shade for each speaker. */
function Spoken({ segments, duration, at }: Pick<WaveformProps, "segments" | "duration" | "at">) {
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))];
  return (
    <>
      <rect className="whole" x={0} y={11} width={1000} height={2} />
      {joined(segments, duration * 5).map(({ position, startMs, endMs, speaker }) => (
        <rect
          key={position}
          className={startMs / 1000 <= at ? "heard" : ""}
          x={startMs / duration}
          width={Math.max(2, (endMs - startMs) / duration)}
          y={speakers.indexOf(speaker) % 2 === 0 ? 4 : 8}
          height={speakers.indexOf(speaker) % 2 === 0 ? 16 : 8}
          rx={2}
        />
      ))}
    </>
  );
}

/** Those that begin within so many milliseconds as one, of who began: in the picture of a long meeting each would be thinner than a pixel. */
function joined(segments: readonly Segment[], within: number): Segment[] {
  const parts: Segment[] = [];
  for (const segment of segments) {
    const last = parts.at(-1);
    if (last === undefined || segment.startMs >= last.startMs + within) parts.push(segment);
    else parts[parts.length - 1] = { ...last, endMs: Math.max(last.endMs, segment.endMs) };
  }
  return parts;
}

/** `levels` is null until they are read, and where the browser cannot read them, which `areUnreadable` says. */
export function useLevels(url: string, duration: number) {
  const [levels, setLevels] = useState<readonly number[] | null>(null);
  const [areUnreadable, setUnreadable] = useState(false);
  const isKnown = duration > 0;
  useEffect(() => {
    if (!isKnown) return undefined;
    const ending = new AbortController();
    readLevels(url, duration, ending.signal).then(setLevels, () => setUnreadable(!ending.signal.aborted));
    return () => ending.abort();
  }, [url, isKnown]);
  return { levels, areUnreadable };
}
