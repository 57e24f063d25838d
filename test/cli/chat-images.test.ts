/** Images that the command line sends with a message. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gif, png } from "../helpers/images.ts";
import { startTestService } from "../helpers/service.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { openTerminal } from "./terminal.ts";

test("chat sends images with the first message, and refuses other files", { rules: ["images.sent"] }, async (t) => {
  const service = await startTestService(t);
  const terminal = openTerminal();
  Object.assign(terminal.env, { DAYSHIFT_URL: service.url, DAYSHIFT_KEY: service.key });
  const file = (name: string, bytes: Uint8Array | string): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const folder = tempDir(t);
  const [first, second] = [file("first.png", png(3, 2)), file("second.gif", gif)];
  const chat = await terminal.json<{ id: string }>("chat", "--image", first, "--image", second, "What is it?");
  const read = async () => (await service.ok("listMessages", { path: { chatId: chat.id } })).data;
  const sent = async () =>
    (await read()).map(({ attachments = [] }) => attachments.map(({ contentType }) => contentType));
  assert.deepEqual((await sent())[0], ["image/png", "image/gif"]);
  await terminal.json("chat", "And this?", "--chat", chat.id, "--image", first);
  assert.deepEqual((await sent()).flat(), ["image/png", "image/gif", "image/png"]);
  for (const [path, why] of [
    [file("notes.png", "words"), /notes\.png: expected an image, one of image\/png/],
    [join(folder, "missing.png"), /missing\.png: cannot be read \(ENOENT\)/],
    [file("large.png", Buffer.concat([png(), Buffer.alloc(4_000_000)])), /at most 3750000 bytes/],
  ] as const) {
    const { code, err } = await terminal.run("chat", "Look", "--image", path);
    assert.equal(code, 2, err);
    assert.match(err, why);
  }
});
