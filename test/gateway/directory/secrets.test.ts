/** The forms of keys and tokens, and how they are hashed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  checksum,
  hashSecret,
  looksLikeApiKey,
  looksLikeSessionToken,
  newApiKey,
  newSessionToken,
  newSetupToken,
} from "../../../src/gateway/directory/secrets/secrets.ts";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

// "123456789" is the check value of CRC-32/ISO-HDLC: CBF43926. The others are from its definition.
const vectors: readonly [text: string, crc: number][] = [
  ["123456789", 0xcb_f4_39_26],
  ["", 0],
  ["a", 0xe8_b7_be_43],
  ["The quick brown fox jumps over the lazy dog", 0x41_4f_a3_39],
];

for (const [text, crc] of vectors) {
  test(`the checksum of ${JSON.stringify(text)} is its CRC-32 in six base62 digits`, () => {
    const digits = checksum(text);
    assert.equal(digits.length, 6);
    assert.equal(
      Array.from(digits).reduce((sum, digit) => sum * 62 + base62.indexOf(digit), 0),
      crc,
    );
  });
}

test("a small checksum is padded with zeros", () => {
  assert.equal(checksum(""), "000000");
  assert.equal(checksum("123456789"), "3jZRME");
});

const key = newApiKey();
const flipped = (at: number) => key.slice(0, at) + (key[at] === "x" ? "y" : "x") + key.slice(at + 1);

const refused: readonly [what: string, text: string][] = [
  ["nothing", ""],
  ["another prefix", `dss_${key.slice(4)}`],
  ["a prefix in upper case", `DSK_${key.slice(4)}`],
  ["a changed first character", flipped(4)],
  ["a changed last random character", flipped(43)],
  ["a changed checksum", flipped(49)],
  ["its random part reversed", `dsk_${Array.from(key.slice(4, 44)).reverse().join("")}${key.slice(44)}`],
  ["one character less", key.slice(0, -1)],
  ["one character more", `${key}0`],
  ["a line feed at the end", `${key}\n`],
  ["a character outside base62", `${key.slice(0, 10)}-${key.slice(11)}`],
];

for (const [what, text] of refused) {
  test(`an API key with ${what} is refused by its form`, () => assert.equal(looksLikeApiKey(text), false));
}

test("a new API key is dsk_, forty random characters and a checksum that fits", () => {
  assert.match(key, /^dsk_[0-9A-Za-z]{46}$/);
  assert.equal(looksLikeApiKey(key), true);
  assert.notEqual(newApiKey(), key);
});

test("session and setup tokens have 43 base64url characters and different prefixes", () => {
  assert.match(newSetupToken(), /^dsu_[\w-]{43}$/);
  assert.equal(looksLikeSessionToken(newSetupToken()), false);
  assert.equal(looksLikeSessionToken(`${newSessionToken()}x`), false);
  assert.equal(looksLikeSessionToken(newSessionToken()), true);
});

test("a secret is hashed with SHA-256", () => {
  assert.equal(hashSecret("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
