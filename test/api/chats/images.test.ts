/** Images in chats: uploading, sending, seeing and erasing them. */
import assert from "node:assert/strict";
import { existsSync, linkSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { limits } from "../../../src/schema/limits.ts";
import { gif, jpeg, png, uploaded, uploading, webp, webpLossless } from "../../helpers/images.ts";
import { addMember } from "../../helpers/people.ts";
import { fileOf, heard } from "../../helpers/recordings.ts";
import { startTestService } from "../../helpers/service.ts";
import { eventually } from "../../helpers/settle.ts";
import { chatEnd } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const day = 24 * 60 * 60 * 1000;

async function messages(chatId: string) {
  return (await service.ok("listMessages", { path: { chatId } })).data;
}

/** A chat whose first message took that image. */
async function chatWith(attachmentId: string): Promise<string> {
  const body = { message: "Look", attachmentIds: [attachmentId] };
  const { id } = await service.ok("createChatWithImages", { body });
  await chatEnd(service, id);
  return id;
}

test("an upload answers what the image is, and a link to its bytes", { rules: ["images.upload"] }, async () => {
  const kinds = [
    [png(4, 3), "image/png", 4, 3],
    [jpeg(5, 7), "image/jpeg", 5, 7],
    [webp, "image/webp", 1, 1],
    [webpLossless, "image/webp", 1, 1],
    [gif, "image/gif; q=1", 1, 1],
  ] as const;
  for (const [raw, type, width, height] of kinds) {
    const { mediaUrl, ...image } = await uploaded(service, raw, type);
    const contentType = type.split(";")[0];
    assert.deepEqual([image.contentType, image.bytes], [contentType, raw.byteLength]);
    assert.deepEqual([image.width, image.height], [width, height], type);
    assert.equal(Date.parse(image.expiresAt) - Date.parse(image.createdAt), day);
    const { answer, bytes } = await heard(mediaUrl);
    assert.equal(answer.headers.get("content-type"), contentType);
    assert.match(answer.headers.get("content-security-policy") ?? "", /sandbox/);
    assert.match(answer.headers.get("content-disposition") ?? "", /filename="image-/);
    assert.deepEqual(Buffer.from(bytes), raw);
  }
});

test("what is no image, another image or too much of one is refused", { rules: ["images.refused"] }, async () => {
  const refused = [
    [Buffer.from("<svg/>"), "image/svg+xml", "unsupported_media_type"],
    [Buffer.from("{}"), "application/json", "unsupported_media_type"],
    [Buffer.from("GIF89a"), "image/gif", "unsupported_media_type"],
    [Buffer.from("<script>alert(1)</script>"), "image/png", "unsupported_media_type"],
    [png(), "image/jpeg", "unsupported_media_type"],
    [png().subarray(0, 20), "image/png", "unsupported_media_type"],
    [jpeg().subarray(0, 9), "image/jpeg", "unsupported_media_type"],
    [Buffer.alloc(0), "image/png", "validation_failed"],
    [jpeg(8001, 2), "image/jpeg", "validation_failed"],
    [Buffer.concat([png(), Buffer.alloc(limits.attachments.each.max)]), "image/png", "payload_too_large"],
  ] as const;
  for (const [raw, type, code] of refused) await service.refuses("createAttachment", uploading(raw, type), code);
  const packed = uploading(png(), "image/png", { headers: { "content-encoding": "gzip" } });
  await service.refuses("createAttachment", packed, "unsupported_media_type");
});

test("a retry of an upload answers the same image", { rules: ["images.retried"] }, async () => {
  const again = { headers: { "idempotency-key": "image" } };
  const first = await uploaded(service, png(6, 6), "image/png", again);
  const { mediaUrl: _, ...same } = first;
  const second = await uploaded(service, png(6, 6), "image/png", again);
  assert.deepEqual(second, { ...same, mediaUrl: second.mediaUrl });
  await service.refuses("createAttachment", uploading(png(6, 7), "image/png", again), "idempotency_key_reused");
});

test("a message shows its images with links that end", { rules: ["images.sent", "recordings.links"] }, async () => {
  const [first, second] = [await uploaded(service, png(2, 2)), await uploaded(service, gif, "image/gif")];
  const chatId = await chatWith(first.id);
  const body = { message: "And this", attachmentIds: [second.id] };
  const { messageSequence } = await service.ok("sendMessageWithImages", { path: { chatId }, body });
  await chatEnd(service, chatId);
  const all = await messages(chatId);
  const { createdAt: _, expiresAt: __, object: ___, mediaUrl: link, ...image } = second;
  const shown = all.find(({ sequence }) => sequence === messageSequence);
  assert.deepEqual(shown?.attachments, [{ ...image, mediaUrl: shown?.attachments?.[0]?.mediaUrl }]);
  assert.deepEqual([shown?.text, shown?.blocks], ["And this", [{ type: "text", text: "And this" }]]);
  assert.deepEqual(
    all.filter(({ role }) => role !== "user").flatMap(({ attachments = [] }) => attachments),
    [],
  );
  assert.equal((await heard(link)).answer.status, 200);
  service.clock.advance(60 * 60 * 1000);
  assert.equal((await heard(link)).answer.status, 404);
  const [fresh] = (await messages(chatId))[0]?.attachments ?? [];
  assert.deepEqual(Buffer.from((await heard(fresh?.mediaUrl ?? "")).bytes), png(2, 2));
});

test(
  "an image is for one message of the person who uploaded it",
  { rules: ["images.once", "auth.missing-scope"] },
  async () => {
    const { id } = await uploaded(service);
    const chatId = await chatWith(id);
    const refuse = (ids: readonly string[], code: "resource_not_found" | "resource_conflict", param: string, as = {}) =>
      service.refuses(
        "sendMessageWithImages",
        { path: { chatId }, body: { message: "Again", attachmentIds: ids }, ...as },
        code,
        param,
      );
    await refuse([id], "resource_conflict", "attachmentIds[0]");
    const other = await uploaded(service);
    await refuse([other.id, other.id], "resource_conflict", "attachmentIds[1]");
    await refuse([other.id, chatId], "resource_not_found", "attachmentIds[1]");
    const elsewhere = await service.addWorkspace("Elsewhere");
    const foreign = await uploaded(service, png(), "image/png", { credential: elsewhere.key });
    await refuse([foreign.id], "resource_not_found", "attachmentIds[0]");
    const { token } = await addMember(service, { email: "second@example.com" });
    await refuse([other.id], "resource_not_found", "attachmentIds[0]", { credential: token });
    const reader = await service.keyFor(["chats:read"]);
    await service.refuses("createAttachment", uploading(png(), "image/png", { credential: reader }), "missing_scope");
    const tooMany = { message: "All", attachmentIds: Array.from({ length: 5 }, () => other.id) };
    await service.refuses("createChatWithImages", { body: tooMany }, "validation_failed", "attachmentIds");
    const none = { message: "None", attachmentIds: [] };
    await service.refuses("createChatWithImages", { body: none }, "validation_failed", "attachmentIds");
    // A refused message takes nothing.
    assert.equal(
      await chatWith(other.id)
        .then((chat) => messages(chat))
        .then(([said]) => said?.attachments?.length),
      1,
    );
  },
);

test("an image that no message takes is erased after a day", { rules: ["images.unsent"] }, async () => {
  const [sent, unsent] = [await uploaded(service), await uploaded(service)];
  const chatId = await chatWith(sent.id);
  assert.ok(existsSync(fileOf(service, unsent.id)));
  await service.pass(day);
  await eventually("its file is gone", () => !existsSync(fileOf(service, unsent.id)));
  assert.ok(existsSync(fileOf(service, sent.id)));
  const body = { message: "Late", attachmentIds: [unsent.id] };
  await service.refuses("sendMessageWithImages", { path: { chatId }, body }, "resource_not_found", "attachmentIds[0]");
});

test("a person has so many unsent images at most", { rules: ["images.quota"] }, async () => {
  const house = await service.addWorkspace("Many");
  const upload = uploading(gif, "image/gif", { credential: house.key });
  const { max } = limits.unsentAttachments.person;
  for (let count = 0; count < max; count += 1) await service.ok("createAttachment", upload);
  const { message } = await service.refuses("createAttachment", upload, "resource_conflict");
  assert.match(message, new RegExp(String(max)));
  await uploaded(service, gif, "image/gif");
});

test("an erased chat takes its images along, byte for byte", { rules: ["images.erased", "chats.erase"] }, async () => {
  const picture = png(9, 9, [1, 2, 3]);
  const { id } = await uploaded(service, picture);
  const chatId = await chatWith(id);
  const [image] = (await messages(chatId))[0]?.attachments ?? [];
  await service.ok("deleteChat", { path: { chatId } });
  assert.equal((await heard(image?.mediaUrl ?? "")).answer.status, 200, "an archived chat keeps them");
  const witness = join(service.dataDir, "witness");
  linkSync(fileOf(service, id), witness);
  await service.ok("deleteChat", { path: { chatId }, query: { permanent: true } });
  await eventually("its file is gone", () => !existsSync(fileOf(service, id)));
  assert.ok(readFileSync(witness).every((byte) => byte === 0));
  assert.equal((await heard(image?.mediaUrl ?? "")).answer.status, 404);
});

test("an image is there after a restart", { rules: ["images.sent"] }, async () => {
  const [sent, unsent] = [await uploaded(service, png(3, 8)), await uploaded(service, png(8, 3))];
  const chatId = await chatWith(sent.id);
  await service.restart();
  const [image] = (await messages(chatId))[0]?.attachments ?? [];
  assert.deepEqual(Buffer.from((await heard(image?.mediaUrl ?? "")).bytes), png(3, 8));
  const body = { message: "After", attachmentIds: [unsent.id] };
  await service.ok("sendMessageWithImages", { path: { chatId }, body });
  await chatEnd(service, chatId);
});
