/** How a workspace whose file cannot be opened is refused. */
import assert from "node:assert/strict";
import test from "node:test";
import { explain } from "../../../src/actors/workspace/unusable.ts";
import { ApiError } from "../../../src/schema/errors.ts";

/** A failure as SQLite numbers it, or as the system names it. */
const failure = (code: number | string): Error =>
  Object.assign(new Error("in the words of the library"), typeof code === "number" ? { rawCode: code } : { code });

function refusal(error: Error): ApiError {
  try {
    return explain(error);
  } catch (said) {
    return said instanceof ApiError ? said : assert.fail(String(said));
  }
}

const reasons: readonly (readonly [number | string, RegExp])[] = [
  [5, /: the storage is failing\./],
  [8, /: its file can be read, but not be written to\./],
  [10, /: its file cannot be read\./],
  [11, /: its file is damaged\./],
  [13, /: the storage is full\./],
  [14, /: its file cannot be read\./],
  [26, /: its file is damaged\./],
  ["ENOENT", /: its file is missing\./],
  ["EMFILE", /: the service has as many files open as it may\./],
  ["ENOSPC", /: the storage is full\./],
  ["EROFS", /: the storage is read-only\./],
];

test("whatever kept a file from being opened, the refusal says why and when to ask again, and not in the words of the library", () => {
  for (const [code, words] of reasons) {
    for (const error of [failure(code), new Error("cannot be opened", { cause: failure(code) })]) {
      const { code: known, message, headers } = refusal(error);
      assert.deepEqual([known, headers["Retry-After"]], ["internal_error", "60"], String(code));
      assert.match(message, words);
      assert.doesNotMatch(message, /words of the library/);
    }
  }
});

test("a failure that is not the storage's comes back as it is", () => {
  const error = new Error("something else");
  assert.throws(
    () => explain(error),
    (said) => said === error,
  );
});
