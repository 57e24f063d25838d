/** What tests must know of the program that runs them, Node or Deno (docs/deno.md). */
interface Runtime {
  /** Arguments that make it run the service from source, as its users do. */
  readonly service: readonly string[];
  /** What a shell adds to its path to run the command line of a checkout. */
  readonly command: (root: string) => string;
  /** First line of a file that is a program of it. */
  readonly script: string;
  /** Arguments that make it run a file of tests. */
  readonly test: readonly string[];
  /** What it says when the one test of a file has passed. */
  readonly onePassed: RegExp;
  /** What it says when nobody listens at an address. */
  readonly refused: string;
}

const node: Runtime = {
  service: ["bin/node.mjs", "src/server.ts"],
  command: (root) => `"${root}/bin/dayshift.mjs"`,
  script: `#!${process.execPath}`,
  test: ["--test"],
  onePassed: /pass 1/,
  refused: "connect ECONNREFUSED",
};

const deno: Runtime = {
  service: ["bin/deno.mjs", "serve"],
  command: (root) => `run --allow-all "${root}/bin/deno.mjs"`,
  script: `#!/usr/bin/env -S ${process.execPath} run --allow-all --ext=js`,
  test: ["test", "--allow-all", "--no-check"],
  onePassed: /1 passed/,
  refused: "Connection refused",
};

export const isNode = process.versions["deno"] === undefined;

export const runtime: Runtime = isNode ? node : deno;
