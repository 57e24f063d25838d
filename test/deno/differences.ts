/**
 * Tests that do not pass on Deno, each with the reason, which stands in docs/deno.md too. One that passes after all makes
 * `deno task test` fail, so that this list stays true.
 */
export interface Difference {
  readonly file: string;
  /** Name of the test; `suite > test` within a suite. */
  readonly test: string;
  /** A line of docs/deno.md. */
  readonly reason: string;
}

export const differences: readonly Difference[] = [
  {
    file: "test/server/launcher.test.ts",
    test: "what Node made of the source is cached for the next start, in a folder of the user's own",
    reason: "Deno keeps what it makes of the source in a cache of its own (`DENO_DIR`).",
  },
  {
    file: "test/actors/store/crash.test.ts",
    test: "when no file can grow any more, writes are refused with Retry-After and reads work",
    reason: "A limit on the size of files (`ulimit -f`) ends the process, where Node goes on and refuses writes.",
  },
  {
    file: "test/gateway/http/refusals.test.ts",
    test: "a streamed body may take longer than other requests, as long as it moves",
    reason:
      "A piece of an upload is cut off after a minute, also while it moves; a tus client goes on from what had arrived.",
  },
];
