/** Copies of the source with a fault that the torture must find, or it proves nothing. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "../bench/service.ts";

export interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const actor = "src/actors/workspace/actor.ts";
const idempotency = "src/workspace/protocol/idempotency.ts";

/** The answer to an Idempotency-Key is recorded in a second transaction, after that of its effect. */
const secondTransaction: readonly Change[] = [
  { file: idempotency, from: "\nfunction findRecorded(", to: "\nexport function findRecorded(" },
  { file: idempotency, from: "\nfunction record(", to: "\nexport function record(" },
  { file: actor, from: " replayOrRun }", to: " findRecorded, record as recordAnswer }" },
  {
    file: actor,
    from: `    const committed = mailbox.write(
      (sql) => {
        const context = contextOf(sql, caller, secondsLeft);
        const request = idempotency && { ...idempotency, credentialId: caller.credentialId };
        const effect = (): Effect => finish(context, execute(context, operation, input));
        return request === null ? { ...effect(), replayed: false } : replayOrRun(sql, context.now, request, effect);
      },
      { isLarge: (input as Erasing).query?.permanent === true },
    );`,
    to: `    const request = idempotency && { ...idempotency, credentialId: caller.credentialId };
    const made = await mailbox.write((sql) => {
      const context = contextOf(sql, caller, secondsLeft);
      const earlier = request === null ? null : findRecorded(sql, context.now, request);
      if (earlier !== null) return { ...earlier, replayed: true };
      return { ...finish(context, execute(context, operation, input)), replayed: false };
    });
    if (request !== null && !made.replayed) {
      await mailbox.write((sql) => recordAnswer(sql, clock.now(), request, made));
    }
    const committed = made;`,
  },
];

/**
 * Makes the copy in a temporary folder, with more folders than those of the source where they are named. Throws when the source no longer reads as the changes expect.
 */
export function makeMutant(
  changes: readonly Change[] = secondTransaction,
  more: readonly string[] = [],
): { readonly root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), "dayshift-mutant-"));
  try {
    for (const part of ["src", "bin", "package.json", ...more])
      cpSync(join(checkout, part), join(root, part), { recursive: true });
    symlinkSync(join(checkout, "node_modules"), join(root, "node_modules"), "dir");
    for (const change of changes) apply(root, change);
  } catch (error) {
    rmSync(root, { recursive: true, force: true });
    throw error;
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function apply(root: string, { file, from, to }: Change): void {
  const path = join(root, file);
  const parts = readFileSync(path, "utf8").split(from);
  if (parts.length !== 2) {
    throw new Error(
      `${file} holds ${parts.length - 1} times what the mutant changes, expected once: adapt the mutant.`,
    );
  }
  writeFileSync(path, parts.join(to));
}
