/** Which JSON is read, and where it is refused. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { readJson } from "../../../src/gateway/http/body.ts";
import { jsonResponse } from "../../../src/gateway/respond.ts";
import { host } from "./wire.ts";

const { port } = await host({ after }, async (request) =>
  jsonResponse(200, { value: await readJson(request, 1_000_000) }),
);

interface Sent {
  readonly type?: string | null;
  readonly encoding?: string;
}

async function send(body: string | Uint8Array<ArrayBuffer>, { type = "application/json", encoding }: Sent = {}) {
  const headers = new Headers(encoding === undefined ? {} : { "Content-Encoding": encoding });
  if (type !== null) headers.set("Content-Type", type);
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body; // a string would bring a type of its own
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: bytes });
  const answer = (await response.json()) as { value?: unknown; error?: Record<string, string | null> };
  return { status: response.status, ...answer };
}

for (const type of [
  null,
  "text/plain",
  "text/json",
  "application/jsonx",
  "application/json, text/plain",
  "application/json; charset=latin1",
  "application/json; charset=utf-8; a=b",
  "application/json;",
  "application/problem+json",
  "multipart/form-data; boundary=application/json",
]) {
  test(`a body of type ${type} is 415`, async () => {
    const { status, error } = await send("{}", { type });
    assert.deepEqual([status, error?.["code"]], [415, "unsupported_media_type"]);
  });
}

for (const encoding of ["gzip", "br", "identity, gzip"]) {
  test(`a body encoded with ${encoding} is 415`, async () => {
    const { status, error } = await send("{}", { encoding });
    assert.deepEqual([status, error?.["code"]], [415, "unsupported_media_type"]);
  });
}

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

const refused: readonly [name: string, body: string | Uint8Array<ArrayBuffer>, says: RegExp, param?: string][] = [
  ["a word", "hello", /unexpected text at position 0 \(line 1, column 1\)/],
  ["an early end", '{"a":', /ends too early at position 5 \(line 1, column 6\)/],
  ["only white space", " \n ", /ends too early at position 3 \(line 2, column 2\)/],
  ["a comma too many", '{"a":1,}', /position 7/],
  ["a comma too many in an array", "[1,]", /position 3/],
  ["a missing colon", '{"a" 1}', /position 5/],
  ["a key without quotes", '{"a":1,\n b:2}', /position 9 \(line 2, column 2\)/],
  ["a wrong bracket", '{"a":[1}}', /position 7/],
  ["two values", "{} {}", /position 3/],
  ["a leading zero", "[01]", /position 2/],
  ["NaN", "[NaN]", /position 1/],
  ["a raw line feed in a string", '["a\nb"]', /position 1/],
  ["a bad escape", '["\\x"]', /position 1/],
  ["a long string without an end", `["${"x".repeat(500_000)}`, /position 1 /],
  ["a byte order mark", "\ufeff{}", /byte order mark/],
  ["invalid UTF-8", new Uint8Array([0x22, 0xff, 0x22]), /not valid UTF-8/],
  ["an encoded surrogate", new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]), /not valid UTF-8/],
  ["33 levels", nested(33), /deeper than 32/],
  ["200,000 levels", nested(200_000), /deeper than 32/],
  ["__proto__ as a key", '{"__proto__":{}}', /__proto__/, "__proto__"],
  ["an escaped __proto__ as a key", '{"\\u005f_proto__":1}', /__proto__/, "__proto__"],
  ["constructor deep inside", '{"data":[{},{"a":{"constructor":1}}]}', /constructor/, "data[1].a.constructor"],
  ["prototype in an array", '[{"prototype":1}]', /prototype/, "[0].prototype"],
  ["an integer past 2^53", '{"a":{"n":9007199254740993}}', /2\^53/, "a.n"],
  ["a number past every bound", '{"a":[1,-1e999]}', /2\^53/, "a[1]"],
];

for (const [name, body, says, param] of refused) {
  test(`${name} is refused with its place`, async () => {
    const { status, error } = await send(body);
    assert.deepEqual([status, error?.["code"], error?.["param"]], [400, "validation_failed", param ?? null]);
    assert.match(error?.["message"] ?? "", says);
  });
}

test("a body above the limit is 413", async () => {
  assert.equal((await send(`"${"x".repeat(1_000_000)}"`)).status, 413);
});

for (const type of [
  "application/json",
  "Application/JSON",
  "application/json;charset=UTF-8",
  'application/json ; charset="utf-8"',
]) {
  test(`a body of type ${type} is read`, async () => {
    assert.deepEqual(await send('{"a":1}', { type, encoding: "identity" }), { status: 200, value: { a: 1 } });
  });
}

test("values at the bounds are read", async () => {
  const body = `{"n":[9007199254740991,-0.5,1e3],"é":"\\ud83d\\ude00","deep":${nested(31)},"proto":"__proto__"}`;
  assert.deepEqual((await send(body)).value, JSON.parse(body));
});

test("no body is undefined, with and without a type", async () => {
  assert.deepEqual(await send("", { type: null }), { status: 200 });
  assert.deepEqual(await send(""), { status: 200 });
});
