/** Processes that keep finished recordings in a bucket: killed at each step of the way, the next one has the recording, once and whole. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { wavHeader } from "../../src/schema/pcm.ts";
import { signIn } from "../bench/client.ts";
import { noPostgres, startPostgres } from "../helpers/postgres.ts";
import { type OpenedRecording, uploadWhole } from "../helpers/recordings.ts";
import { accessKeyId, secretAccessKey, startBucket } from "../helpers/s3.ts";
import { eventually, inPatience, losesPatience, turns } from "../helpers/settle.ts";
import { pcm } from "../helpers/sound/audio.ts";
import { startGroup } from "./nodes.ts";
import { askOwner, killHeld } from "./owner.ts";
import { holdAppend } from "./sessions.ts";

const database = "bucket";
const sound = Buffer.concat([wavHeader({ sampleRate: 16_000, channels: 1 }, 96_000), pcm(3000)]);

/** Where the owner is killed: with the object in the bucket and no answer, and in the append that says so, undone or done. */
const kills = ["before the bucket answers", "before the append", "before the answer to the append"] as const;

test("an owner is killed at each step into the bucket", { skip: noPostgres, timeout: 480_000 }, async (t) => {
  const postgres = await startPostgres();
  let onPut: () => Promise<void> = async () => undefined;
  const bucket = await startBucket(t, async (asked) => {
    if (asked.startsWith("PUT all/media/")) await onPut();
    return null;
  });
  const group = await startGroup(postgres.database(database), 2, async () => ({
    DAYSHIFT_LEASE_SECONDS: "30",
    DAYSHIFT_STORE_MEDIA: "s3://backups/all",
    AWS_ENDPOINT_URL: bucket.url,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  }));
  t.after(async () => {
    await group.stop();
    await postgres.stop();
  });
  const { url } = await group.owner();
  const { token, workspaces } = await signIn(url);
  const workspaceId = workspaces[0]?.id ?? "";
  const rowsOf = (id: string): string =>
    postgres.ask(
      database,
      `SELECT string_agg(split_part(name, '/', 1), ' ') FROM dayshift.file WHERE name LIKE '%/${id}'`,
    );
  const pagesOf = (id: string): string =>
    postgres.ask(database, `SELECT count(*) FROM dayshift.page WHERE file = 'media/${workspaceId}/${id}'`);
  const untilRows = async (id: string, expected: string): Promise<void> => {
    const isInVain = losesPatience();
    while (rowsOf(id) !== expected) {
      assert.ok(!isInVain(), `${id} has ${rowsOf(id)}`);
      await turns(20); // the bucket answers in this process
    }
  };

  for (const [at, kill] of kills.entries()) {
    const asked = { type: "recording", source: "upload", title: kill };
    const opened = await askOwner<OpenedRecording>(group, "/captures", token, { body: asked });
    const owner = await group.owner();
    const sent = Promise.withResolvers<void>();
    onPut = async () => {
      onPut = async () => undefined;
      const append = at === 0 ? null : await holdAppend(postgres, database);
      sent.resolve(
        append === null
          ? owner.killAndWipe()
          : append.held().then(() => killHeld({ postgres, database, owner }, append, at === 2)),
      );
    };
    await uploadWhole(owner, opened.stream, sound);
    await inPatience("the recording is put into the bucket, and its owner killed", sent.promise);
    await untilRows(opened.id, "object");
    assert.equal(pagesOf(opened.id), "0", kill);
    const object = `all/media/${workspaceId}/${opened.id}`;
    assert.ok(bucket.objects.get(object)?.equals(sound), kill);
    const present = await group.owner();
    await present.killAndWipe();
    const { mediaUrl } = await askOwner<{ mediaUrl: string | null }>(group, `/captures/${opened.id}`, token);
    const media = Object.assign(new URL(mediaUrl ?? ""), { host: new URL((await group.owner()).url).host });
    const part = await fetch(media, { headers: { range: "bytes=500-70000" } });
    assert.equal(part.status, 206, kill);
    assert.ok(Buffer.from(await part.arrayBuffer()).equals(sound.subarray(500, 70_001)), kill);
  }
  assert.equal(bucket.objects.size, kills.length);
  for (const { id } of (await askOwner<{ data: { id: string }[] }>(group, "/captures", token)).data)
    await askOwner(group, `/captures/${id}?permanent=true`, token, { method: "DELETE" });
  await eventually("all objects are erased", () => bucket.objects.size === 0);
});
