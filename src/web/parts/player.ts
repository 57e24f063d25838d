/** The sound of a recording: one element, and where it is. */
import { createContext } from "preact";
import { State } from "../base/signal.ts";

export interface Player {
  readonly isPlaying: State<boolean>;
  /** In seconds. */
  readonly at: State<number>;
  readonly duration: State<number>;
  playAt(second: number): void;
  toggle(): void;
  /** Moves by so many seconds. */
  move(seconds: number): void;
  setSpeed(speed: number): void;
  /** Stops, and lets the element go. */
  dispose(): void;
}

/** The player that evidence below it plays with; null where there is no sound. */
export const PlayerContext = createContext<Player | null>(null);

export function createPlayer(url: string, seconds: number): Player {
  const audio = new Audio();
  audio.preload = "metadata";
  audio.src = url;
  const isPlaying = new State(false);
  const at = new State(0);
  const duration = new State(seconds);
  const update = (): void => at.set(audio.currentTime);
  for (const name of ["timeupdate", "seeked"]) audio.addEventListener(name, update);
  for (const name of ["play", "pause", "ended"]) audio.addEventListener(name, () => isPlaying.set(!audio.paused));
  audio.addEventListener("durationchange", () => Number.isFinite(audio.duration) && duration.set(audio.duration));
  const play = (): void => void audio.play().catch(() => isPlaying.set(false));
  const seek = (second: number): void => {
    audio.currentTime = Math.max(0, second);
    at.set(audio.currentTime);
  };
  return {
    isPlaying,
    at,
    duration,
    playAt: (second) => (seek(second), play()),
    toggle: () => (audio.paused ? play() : audio.pause()),
    move: (by) => seek(audio.currentTime + by),
    setSpeed: (speed) => void (audio.playbackRate = speed),
    dispose: () => {
      audio.pause();
      audio.removeAttribute("src");
    },
  };
}
