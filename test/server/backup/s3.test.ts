/** Backups in a bucket: what a store may do wrong. A sound one is met in test/peers/s3. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openTarget, s3Access } from "../../../src/server/backup/open-target.ts";
import { s3Target } from "../../../src/server/backup/s3/target.ts";
import { askService } from "../../../src/server/base/control.ts";
import { accessKeyId, type Fault, refusal, secretAccessKey, startBucket } from "../../helpers/s3.ts";
import { startTestService } from "../../helpers/service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const credentials = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };

/** A target on a stand-in that fails so; parts of 1,000 bytes. */
async function prepare(t: TestContext, fault?: Fault) {
  const bucket = await startBucket(t, fault);
  const access = s3Access({ ...credentials, AWS_ENDPOINT_URL: bucket.url }) ?? assert.fail("There is no access.");
  const folder = tempDir(t);
  const file = join(folder, "a");
  const bytes = randomBytes(4500);
  writeFileSync(file, bytes);
  return { bucket, access, folder, file, bytes, target: s3Target("backups", "home", access, 1000) };
}

function assertSame(found: Buffer | undefined, expected: Buffer): void {
  assert.ok(found?.equals(expected) === true, `${found?.length} of ${expected.length} bytes`);
}

test("a listing of several pages is read to its end", async (t) => {
  const { target, bucket } = await prepare(t);
  for (let at = 0; at < 20; at++) await target.putText(`many/${at}&<ä>`, "x");
  const keys = await target.list("many/");
  assert.equal(keys.length, 20);
  assert.ok(keys.includes("many/7&<ä>"));
  assert.equal(bucket.asked.filter((name) => name === "GET list-type").length, 3);
});

test("a large object goes up in parts, and what arrives has its checksum", async (t) => {
  const { target, bucket, file, bytes } = await prepare(t);
  await target.put("objects/a", file);
  assertSame(bucket.objects.get("home/objects/a"), bytes);
  const parts = Array.from({ length: 5 }, () => "PUT partNumber");
  assert.deepEqual(bucket.asked, ["POST uploads", ...parts, "POST uploadId"]);
  assert.equal(bucket.uploads.size, 0);
});

test("a part that the store is too busy for, or whose connection breaks, is sent again, and no other", async (t) => {
  let sent = 0;
  const { target, bucket, file, bytes } = await prepare(t, (asked) => {
    if (asked !== "PUT partNumber") return null;
    sent += 1;
    if (sent === 2) return refusal(503, "SlowDown", "Please reduce your request rate.");
    return sent === 4 ? { status: 0 } : null;
  });
  await target.put("objects/a", file);
  assertSame(bucket.objects.get("home/objects/a"), bytes);
  assert.equal(sent, 7);
});

const endless: readonly (readonly [string, Fault, RegExp])[] = [
  [
    "refuses a part",
    (asked) => (asked === "PUT partNumber" ? refusal(403, "AccessDenied", "No.") : null),
    /Storing objects\/a, part 1, was refused by the store with 403: No\./,
  ],
  ["gives no tag", (asked) => (asked === "PUT partNumber" ? { status: 200 } : null), /part 1: the store gave no ETag/],
  [
    "cannot put the parts together",
    (asked) => (asked === "POST uploadId" ? refusal(400, "InvalidPart", "One is missing.") : null),
    /refused by the store with 400: One is missing/,
  ],
];
for (const [what, fault, says] of endless) {
  test(`an upload to a store that ${what} is given up, so that none of it is stored`, async (t) => {
    const { target, bucket, file } = await prepare(t, (asked, right, request) => {
      const wrong = fault(asked, right, request);
      if (wrong !== null) bucket.objects.clear();
      return wrong;
    });
    await assert.rejects(target.put("objects/a", file), says);
    assert.equal(bucket.asked.at(-1), "DELETE uploadId");
    assert.equal(bucket.objects.size, 0);
  });
}

test("a store that says within its answer that the parts could not be put together is believed", async (t) => {
  const { target, bucket, file } = await prepare(t, (asked) => {
    if (asked !== "POST uploadId") return null;
    bucket.objects.clear();
    return refusal(200, "InternalError", "We made a mistake.");
  });
  await assert.rejects(target.put("objects/a", file), /refused by the store with 200: We made a mistake/);
});

test("an upload that was ended, and whose answer was lost, counts", async (t) => {
  let ends = 0;
  const { target, bucket, file, bytes } = await prepare(t, (asked) => {
    if (asked === "POST uploadId") ends += 1;
    return asked === "POST uploadId" && ends === 1 ? refusal(500, "InternalError", "Lost.") : null;
  });
  await target.put("objects/a", file);
  assert.equal(ends, 2);
  assertSame(bucket.objects.get("home/objects/a"), bytes);
});

test("what a killed process left of an upload goes with the next backup, and what is another's stays", async (t) => {
  const { target, bucket } = await prepare(t);
  bucket.uploads.set("left", { key: "home/objects/b", parts: new Map() });
  bucket.uploads.set("foreign", { key: "other/objects/b", parts: new Map() });
  await target.dropUnfinished();
  assert.deepEqual([...bucket.uploads.keys()], ["foreign"]);
  const strict = await prepare(t, (asked) => (asked === "GET uploads" ? refusal(501, "NotImplemented", "No.") : null));
  await strict.target.dropUnfinished();
});

test("an upload ends with the signal, and leaves nothing", async (t) => {
  const stopping = new AbortController();
  const { target, bucket, file } = await prepare(t, (asked) => {
    if (asked === "PUT partNumber") stopping.abort();
    return null;
  });
  await assert.rejects(target.put("objects/a", file, stopping.signal), { name: "AbortError" });
  assert.deepEqual([bucket.uploads.size, bucket.objects.size], [0, 0]);
});

test("a download resumes where its connection broke, and ends when nothing more comes", async (t) => {
  const asked: string[] = [];
  const { access, bucket, folder } = await prepare(t, (name, right, request) => {
    if (name !== "GET objects/large") return null;
    asked.push(request.headers.range ?? "all");
    return asked.length <= 2 ? { ...right, cutAfter: 1_000_000 } : null;
  });
  const bytes = randomBytes(3_000_000);
  bucket.objects.set("objects/large", bytes);
  await s3Target("backups", "", access).get("objects/large", join(folder, "b"));
  assertSame(readFileSync(join(folder, "b")), bytes);
  assert.equal(asked[0], "all");
  const starts = asked.slice(1).map((range) => Number(/^bytes=(\d+)-$/.exec(range)?.[1]));
  assert.ok(starts.length === 2 && (starts[0] as number) > 0 && (starts[1] as number) > (starts[0] as number));
  const dying = await prepare(t, (asked, right) => (asked.startsWith("GET home") ? { ...right, cutAfter: 0 } : null));
  await dying.target.put("objects/a", dying.file);
  await assert.rejects(dying.target.get("objects/a", join(folder, "c")), /Reading objects\/a (broke off|failed)/);
});

test("a store that sends all of it again when it is asked for the rest is understood", async (t) => {
  let cuts = 0;
  const { access, bucket, folder } = await prepare(t, (name, right) => {
    if (name !== "GET objects/large") return null;
    cuts += 1;
    return cuts === 1 ? { ...right, cutAfter: 1_000_000 } : { status: 200, body: bytes };
  });
  const bytes = randomBytes(3_000_000);
  bucket.objects.set("objects/large", bytes);
  await s3Target("backups", "", access).get("objects/large", join(folder, "b"));
  assertSame(readFileSync(join(folder, "b")), bytes);
  assert.equal(cuts, 2);
});

test("a running service takes the access of the command that names the bucket, and keeps none", async (t) => {
  const service = await startTestService(t);
  const { url: endpoint } = await startBucket(t);
  const back = (input: object) => askService(service.dataDir, "backup", { ...input }, () => undefined);
  const to = "s3://backups/asked";
  await back({ to, access: s3Access({ ...credentials, AWS_ENDPOINT_URL: endpoint }) });
  await assert.rejects(back({ to }), /needs AWS_ACCESS_KEY_ID/);
  await assert.rejects(back({ to, access: { accessKeyId } }), /needs AWS_ACCESS_KEY_ID/);
});

const refusals: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
  ["s3://backups", {}, /AWS_ACCESS_KEY_ID/],
  ["s3:backups", credentials, /expected s3:\/\//],
  ["s3://UPPER", credentials, /expected s3:\/\//],
];
for (const [address, environment, says] of refusals) {
  test(`${address} with ${Object.keys(environment).length} variables is refused`, async () => {
    await assert.rejects(openTarget(address, s3Access(environment)), says);
  });
}
