/** Play, the position over a strip of who spoke when, and the speed. */
import { useState } from "preact/hooks";
import { Icon } from "../../parts/icons.tsx";
import { Menu } from "../../parts/menu.tsx";
import type { Player } from "../../parts/player.ts";
import { useKeys, useValue } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import type { Segment } from "./use-capture.ts";

const speeds = [0.75, 1, 1.25, 1.5, 2] as const;

export function PlayBar({ player, segments }: { readonly player: Player; readonly segments: readonly Segment[] }) {
  const isPlaying = useValue(player.isPlaying);
  const at = useValue(player.at);
  const duration = useValue(player.duration);
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1);
  useKeys({
    " ": () => player.toggle(),
    ArrowLeft: () => player.move(-5),
    ArrowRight: () => player.move(5),
  });
  const time = `${words.clock(at)} / ${words.clock(duration)}`;
  return (
    <div className="play-bar">
      <button
        type="button"
        className="primary round"
        aria-label={isPlaying ? words.captures.pause : words.captures.play}
        onClick={() => player.toggle()}
      >
        <Icon name={isPlaying ? "pause" : "play"} />
      </button>
      <div className="track">
        <SpeechStrip segments={segments} duration={duration} at={at} />
        <input
          type="range"
          min={0}
          max={Math.max(1, Math.ceil(duration))}
          step={0.1}
          value={at}
          aria-label={words.captures.position}
          aria-valuetext={time}
          onInput={(event) => player.move(Number(event.currentTarget.value) - at)}
        />
      </div>
      <span className="soft">{time}</span>
      <Menu
        label={words.fieldIs(words.captures.speed, `${speed}×`)}
        className="bare"
        chosen={speed}
        choices={speeds.map((value) => ({ value, label: `${value}×` }))}
        onChoose={(value) => {
          setSpeed(value);
          player.setSpeed(value);
        }}
      >
        {speed}×
      </Menu>
    </div>
  );
}

/** Where something was said; a shade for each speaker. Decoration: the transcript says the same. */
function SpeechStrip({ segments, duration, at }: { segments: readonly Segment[]; duration: number; at: number }) {
  if (duration <= 0) return null;
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))];
  return (
    <svg className="strip" viewBox="0 0 1000 24" preserveAspectRatio="none" aria-hidden="true">
      <rect className="whole" x={0} y={11} width={1000} height={2} />
      {segments.map(({ position, startMs, endMs, speaker }) => (
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
    </svg>
  );
}
