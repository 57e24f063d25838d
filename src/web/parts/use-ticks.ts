/** Boxes of a shown text: a tick is shown at once, saved over the text that the person saw and over no other, and taken back by one key. */
import { useRef, useState } from "preact/hooks";
import { TextChanged } from "../store/crossed.ts";
import { words } from "../words/index.ts";
import { withBox } from "./tick-box.ts";
import { useStore } from "./use.ts";

/** A record whose text is written, as the service had it. */
interface Written<T> {
  readonly record: T;
  readonly isSaved: boolean;
}

export interface TickParts<T> {
  /** What this page last knew of the record, which its `updatedAt` says the age of. */
  readonly record: T;
  readonly textOf: (record: T) => string | null;
  /** What the record is called in a notice. */
  readonly title: string;
  /** Puts the text in the place of that of the record; when that is another one by now, nothing is written, and it answers theirs. */
  readonly write: (record: T, text: string) => Promise<Written<T>>;
}

export interface Ticks {
  /** With the ticks that are on their way. */
  readonly text: string | null;
  readonly tick: (at: number, isTicked: boolean) => void;
}

export function useTicks<T extends { readonly updatedAt: string }>(parts: TickParts<T>): Ticks {
  const { record, textOf, title, write } = parts;
  const { actions } = useStore();
  const [over, setOver] = useState<string | null>(null);
  const known = useRef(record);
  if (record.updatedAt > known.current.updatedAt) known.current = record;
  const [last, onTheirWay] = [useRef<Promise<void>>(Promise.resolve()), useRef(0)];
  /** One after the other, so that each is written over the one before it; after a refusal none of those that rest on it. */
  const put = (from: string, to: string) => (): Promise<void> => {
    onTheirWay.current += 1;
    const sent = last.current.then(async () => {
      if (textOf(known.current) !== from) throw new TextChanged();
      const { record: written, isSaved } = await write(known.current, to);
      known.current = written;
      if (!isSaved) throw new TextChanged();
    });
    const settle = (): void => {
      onTheirWay.current -= 1;
      if (onTheirWay.current > 0) return;
      last.current = Promise.resolve();
      setOver(null);
    };
    sent.then(settle, settle);
    last.current = sent;
    return sent;
  };
  const text = over ?? textOf(record);
  const tick = (at: number, isTicked: boolean): void => {
    const from = text ?? "";
    const to = withBox(from, at, isTicked);
    if (to === from) return;
    setOver(to);
    const label = words.about(isTicked ? words.done.ticked : words.done.unticked, title);
    actions.run({ label, redo: put(from, to), undo: put(to, from) });
  };
  return { text, tick };
}
