/** argon2id of the runtime and of WebAssembly: the same digests, so that a data folder moves between Node and Deno. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { argon2id, argon2idInThread } from "../../../src/gateway/directory/secrets/argon2.ts";

const input = {
  message: Buffer.from("password"),
  nonce: Buffer.from("somesalt"),
  memory: 65_536,
  passes: 2,
  parallelism: 1,
  tagLength: 32,
};
// Test vector of phc-winner-argon2: argon2 somesalt -id -v 13 -t 2 -k 65536 -p 1.
const expected = "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7";

test("both give the digest of the reference implementation", async () => {
  assert.equal((await argon2id(input)).toString("hex"), expected);
  assert.equal((await argon2idInThread(input)).toString("hex"), expected);
});

test("one that fails rejects, and those behind it are made", async () => {
  const [failed, made] = await Promise.allSettled([
    argon2idInThread({ ...input, nonce: Buffer.from("short") }),
    argon2idInThread(input),
  ]);
  assert.match(String(failed.status === "rejected" && failed.reason), /Salt/i);
  assert.equal(made.status === "fulfilled" && made.value.toString("hex"), expected);
});
