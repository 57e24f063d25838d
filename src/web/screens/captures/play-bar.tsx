/** Play, the position over the sound, and the speed. */
import { useState } from "preact/hooks";
import { Icon } from "../../parts/icons.tsx";
import { Menu } from "../../parts/menu.tsx";
import type { Player } from "../../parts/player.ts";
import { useKeys, useValue } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import type { Segment } from "./use-capture.ts";
import { useLevels, Waveform } from "./waveform.tsx";

const speeds = [0.75, 1, 1.25, 1.5, 2] as const;

export interface PlayBarProps {
  readonly player: Player;
  /** Of the sound. */
  readonly url: string;
  readonly segments: readonly Segment[];
}

export function PlayBar({ player, url, segments }: PlayBarProps) {
  const isPlaying = useValue(player.isPlaying);
  const at = useValue(player.at);
  const duration = useValue(player.duration);
  const { levels, areUnreadable } = useLevels(url, duration);
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1);
  useKeys({
    " ": () => player.toggle(),
    ArrowLeft: () => player.move(-5),
    ArrowRight: () => player.move(5),
  });
  const time = `${words.clock(at)} / ${words.clock(duration)}`;
  return (
    <>
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
          <Waveform levels={levels} segments={segments} duration={duration} at={at} />
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
      {areUnreadable && <p className="soft not-drawn">{words.captures.notDrawn(segments.length > 0)}</p>}
    </>
  );
}
