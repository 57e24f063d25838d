/**
 * What was found with effort among the records of an open file, for as long as it holds. Invariant: a find follows from what was
 * committed when so many touches were noted, and each later one is noted, committed or not: a statement notes at once, and nothing
 * is kept while one is on its way. So it is as it would be found now, once those are looked at that were touched since.
 */
import { kinds, type Kind, type Touched } from "./kept-rows.ts";

/** What finds are of, and statements may change: records of a kind, and the work that is to be done. */
export const subjects = [...kinds, "work"] as const;
export type Subject = (typeof subjects)[number];

export function isKind(subject: Subject): subject is Kind {
  return subject !== "work";
}

/** The finds among records of one kind. */
export interface FindsOfKind {
  /** Notes what a statement changes. */
  touch(touched: Touched): void;
  /** See `Finds.keep`. Keeps it where `isAlone`: nobody else writes before the next look. */
  get<T extends object | number>(isAlone: boolean, name: string, find: () => T, renew?: Renew<T>): T;
  forget(): void;
}

/** The finds of an open file. */
export interface FindsOfFile {
  readonly todos: FindsOfKind;
  /** Of todos, too: apart from what takes longer to find, and larger. */
  readonly pages: FindsOfKind;
  readonly captures: FindsOfKind;
  readonly work: FindsOfKind;
}

/** Which finds are of a subject. */
export const findsAmong: Readonly<Record<Subject, readonly (keyof FindsOfFile)[]>> = {
  todos: ["todos", "pages"],
  captures: ["captures"],
  work: ["work"],
};

type Renew<T> = (found: T, touched: readonly (number | string)[]) => T | null;

interface Kept {
  readonly found: object | number;
  /** How many of the touches it knows. */
  readonly seen: number;
}

/** Finds of a kind, twice as many of pages, which are small. Of more, the one goes that was not asked for longest. */
const mostKept = 32;
/** Touches that are noted, then all that is kept goes: to look at as many records takes some milliseconds. */
const mostNoted = 1000;

export function createFinds(): FindsOfFile {
  const of = createFindsOfKind;
  return { todos: of(mostKept), pages: of(2 * mostKept), captures: of(mostKept), work: of(mostKept) };
}

function createFindsOfKind(most: number): FindsOfKind {
  const finds = new Map<string, Kept>();
  let noted: (number | string)[] = [];

  function forget(): void {
    finds.clear();
    noted = [];
  }

  function known<T>({ found, seen }: Kept, renew: Renew<T> | undefined): T | null {
    return seen === noted.length ? (found as T) : (renew?.(found as T, noted.slice(seen)) ?? null);
  }

  return {
    forget,
    touch(touched) {
      if (finds.size === 0) return;
      if (touched === null || noted.length === mostNoted) forget();
      else noted.push(touched);
    },
    get(isAlone, name, find, renew) {
      const kept = finds.get(name);
      const found = (kept === undefined ? null : known(kept, renew)) ?? find();
      if (isAlone) {
        finds.delete(name);
        if (finds.size === most) finds.delete(finds.keys().next().value as string);
        finds.set(name, { found, seen: noted.length });
      }
      return found;
    },
  };
}
