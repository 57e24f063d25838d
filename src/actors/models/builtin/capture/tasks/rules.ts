/** What a language has for the finder of tasks. Every pattern names the words of the task `task`, and may name who is meant `who`. */
export interface Rules {
  /** Said or written. */
  readonly anywhere: readonly RegExp[];
  /** A whole line of a note. */
  readonly lines: readonly RegExp[];
  /** A whole line of a note that names a day to come. */
  readonly dated: readonly RegExp[];
  /** What makes the same words mean something else: a condition, a doubt, a denial, a story, a matter of course. */
  readonly unmeant: RegExp;
}
