// The command on Deno: `deno task start` and `deno task dayshift` (deno.json). What differs from Node is in docs/deno.md.

/** Deno's first version that neither frees the database's objects twice nor lets a header of an answer hold a line break. */
const NEEDED = [2, 9, 6];

const found = (globalThis.Deno?.version.deno ?? "0").split(".").map(Number);
const ahead = NEEDED.map((part, at) => (found[at] ?? 0) - part).find((difference) => difference !== 0) ?? 0;
if (ahead < 0) {
  console.error(`Dayshift needs Deno ${NEEDED.join(".")} or newer; this is ${found.join(".")}. Run \`deno upgrade\`.`);
  process.exit(1);
}
await import("../src/dayshift.ts");
