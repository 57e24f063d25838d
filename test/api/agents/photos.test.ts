/** Photos of agents: set by people, seen by links that expire, erased when another one comes. */
import assert from "node:assert/strict";
import { existsSync, linkSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Agent } from "../../../src/schema/agent.ts";
import { limits } from "../../../src/schema/limits.ts";
import type { Request } from "../../helpers/client.ts";
import { openFeed } from "../../helpers/feed.ts";
import { gif, jpeg, png, uploaded, uploading, webp } from "../../helpers/images.ts";
import { addMember } from "../../helpers/people.ts";
import { fileOf, heard } from "../../helpers/recordings.ts";
import { startTestService } from "../../helpers/service.ts";
import { asTimePasses, eventually } from "../../helpers/settle.ts";

type Shown = Pick<Agent, "description" | "profilePhotoUrl">;

const service = await startTestService({ after });
const { session, workspaceId } = service;
const hour = 60 * 60 * 1000;

const person = { credential: session, headers: { "dayshift-workspace": workspaceId } };
const newAgent = async (name: string) => (await service.ok("createAgent", { body: { name } })).id;
const read = (agentId: string) => service.ok("getAgent", { path: { agentId } });

function sending(agentId: string, raw: Buffer, type = "image/png", as: Request = person) {
  return uploading(raw, type, { ...as, path: { agentId } });
}

const give = (agentId: string, raw = png(), type = "image/png") =>
  service.ok("setAgentPhoto", sending(agentId, raw, type));
const remove = (agentId: string) => service.ok("removeAgentPhoto", { ...person, path: { agentId } });

/** What the link opens. */
async function bytesAt(url: string | null): Promise<Buffer | null> {
  const { answer, bytes } = await heard(url);
  return answer.status === 200 ? Buffer.from(bytes) : null;
}

/** The id of the image behind a signed link. */
function imageIn(url: string | null): string {
  const content = url?.split("/dsg_")[1]?.split(".")[0] ?? "";
  return Buffer.from(content, "base64url").toString().split(" ")[1] ?? "";
}

test("an agent has the photo that a person gave it, whatever the kind", { rules: ["agents.photo"] }, async () => {
  const agentId = await newAgent("Photographed");
  const before = await read(agentId);
  assert.equal(before.profilePhotoUrl, null);
  const kinds = [
    [png(8, 8), "image/png"],
    [jpeg(5, 7), "image/jpeg"],
    [webp, "image/webp"],
  ] as const;
  for (const [raw, type] of kinds) {
    const { profilePhotoUrl, updatedAt: _, ...agent } = await give(agentId, raw, type);
    const { profilePhotoUrl: none, updatedAt: __, ...same } = before;
    assert.deepEqual([agent, none], [same, null]);
    const { answer, bytes } = await heard(profilePhotoUrl);
    assert.deepEqual([answer.headers.get("content-type"), Buffer.from(bytes)], [type, raw]);
  }
  const { token } = await addMember(service, { email: "bo@example.com" });
  const asMember = { credential: token, headers: person.headers };
  await service.ok("setAgentPhoto", sending(agentId, png(2, 2), "image/png", asMember));
  const { profilePhotoUrl, version } = await remove(agentId);
  assert.deepEqual([profilePhotoUrl, version], [null, before.version]);
  assert.deepEqual(await remove(agentId), await read(agentId));
});

test("what is no photo, or not a person's, is refused and changes nothing", { rules: ["agents.photo"] }, async () => {
  const agentId = await newAgent("Refusing");
  const { max } = limits.agentPhotos.each;
  const refused = [
    [gif, "image/gif", "unsupported_media_type"],
    [Buffer.from("{}"), "application/json", "unsupported_media_type"],
    [gif, "image/png", "unsupported_media_type"],
    [jpeg(8001, 2), "image/jpeg", "validation_failed"],
    [Buffer.alloc(0), "image/png", "validation_failed"],
    [Buffer.concat([png(), Buffer.alloc(max)]), "image/png", "payload_too_large"],
  ] as const;
  for (const [raw, type, code] of refused) await service.refuses("setAgentPhoto", sending(agentId, raw, type), code);
  const asKey = { credential: service.key, headers: {} };
  await service.refuses("setAgentPhoto", sending(agentId, png(), "image/png", asKey), "api_key_auth_required");
  await service.refuses("removeAgentPhoto", { ...asKey, path: { agentId } }, "api_key_auth_required");
  await service.refuses("setAgentPhoto", sending(workspaceId, png()), "resource_not_found");
  await service.refuses("removeAgentPhoto", { ...person, path: { agentId: workspaceId } }, "resource_not_found");
  assert.equal((await read(agentId)).profilePhotoUrl, null);
  await give(agentId, Buffer.concat([png(), Buffer.alloc(max - png().byteLength)]));
});

test("a photo and another change meet, and neither is lost", { rules: ["agents.photo"] }, async () => {
  const agentId = await newAgent("Busy");
  const body = { description: "Changed in the meantime", expectedVersion: 1 };
  const [, updated] = await Promise.all([
    give(agentId, png(3, 3)),
    service.ok("updateAgent", { path: { agentId }, body }),
  ]);
  assert.equal(updated.version, 2);
  const { description, profilePhotoUrl } = await read(agentId);
  assert.equal(description, "Changed in the meantime");
  assert.deepEqual(await bytesAt(profilePhotoUrl), png(3, 3));
  await service.ok("deleteAgent", { path: { agentId } });
  assert.deepEqual(await bytesAt((await read(agentId)).profilePhotoUrl), png(3, 3), "an archived agent keeps it");
  const { profilePhotoUrl: restored } = await service.ok("restoreAgent", { path: { agentId } });
  assert.deepEqual(await bytesAt(restored), png(3, 3));
});

test("every answer that shows an agent has a link that opens its photo", { rules: ["agents.photo-link"] }, async () => {
  const agentId = await newAgent("Everywhere");
  const feed = await openFeed({
    url: service.url,
    credential: service.key,
    start: { type: "start", workspaceId, after: null },
  });
  await eventually("the feed has begun", () => feed.cursor !== null);
  const photo = png(6, 6);
  await give(agentId, photo);
  const body = { description: 'Says "profilePhotoUrl":"/app/v1/images/' + agentId + '"' };
  const updated = await service.ok("updateAgent", { path: { agentId }, body });
  const [{ data }, snapshot, one] = await Promise.all([
    service.ok("listAgents"),
    service.ok("getSnapshot"),
    read(agentId),
  ]);
  const shown = [updated, one, data.find(({ id }) => id === agentId), snapshot.agents.find(({ id }) => id === agentId)];
  for (const agent of shown) assert.deepEqual(await bytesAt(agent?.profilePhotoUrl ?? null), photo);
  const sent = async (what: string, passes: (agent: Shown) => boolean): Promise<Shown> => {
    const find = () => feed.changes.find((change) => change.id === agentId && passes(change.record as Shown));
    await asTimePasses(service.clock, what, () => find() !== undefined, 25);
    return find()?.record as Shown;
  };
  const { profilePhotoUrl } = await sent("the agent", ({ description }) => description === body.description);
  assert.deepEqual(await bytesAt(profilePhotoUrl), photo);
  const before = feed.changes.length;
  await remove(agentId);
  await sent("the agent without", (agent) => agent.profilePhotoUrl === null && feed.changes.length > before);
  feed.cut();
});

test(
  "a link stays the same for a while, expires, and is then made again",
  { rules: ["agents.photo-link"] },
  async () => {
    const agentId = await newAgent("Later");
    service.clock.advance(hour - (service.clock.now() % hour));
    await give(agentId, png(5, 5));
    const reading = async () =>
      (await service.ok("listAgents")).data.find(({ id }) => id === agentId)?.profilePhotoUrl ?? null;
    const first = await reading();
    service.clock.advance(hour - 1);
    assert.equal(await reading(), first);
    service.clock.advance(1);
    // Nothing was written since: an answer cached for that state would have the old link.
    const second = await reading();
    assert.notEqual(second, first);
    assert.deepEqual(await bytesAt(first), png(5, 5));
    service.clock.advance(hour);
    assert.deepEqual([await bytesAt(first), await bytesAt(second)], [null, png(5, 5)]);
  },
);

test("a replaced and a removed photo are erased, byte for byte", { rules: ["agents.photo-erased"] }, async () => {
  const agentId = await newAgent("Changing");
  for (const [n, replace] of [() => give(agentId, png(1, 1)), () => remove(agentId)].entries()) {
    const { profilePhotoUrl } = await give(agentId, png(9, 9, [1, 2, n]));
    const file = fileOf(service, imageIn(profilePhotoUrl));
    const witness = join(service.dataDir, `witness-${n}`);
    linkSync(file, witness);
    await replace();
    await eventually("its file is gone", () => !existsSync(file));
    assert.ok(readFileSync(witness).every((byte) => byte === 0));
    assert.equal(await bytesAt(profilePhotoUrl), null);
  }
});

test("a photo stays past the day after which unsent images go", { rules: ["agents.photo"] }, async () => {
  const [agentId, unsent] = [await newAgent("Lasting"), await uploaded(service)];
  const { profilePhotoUrl } = await give(agentId, png(7, 7));
  const file = fileOf(service, imageIn(profilePhotoUrl));
  const body = { message: "Look", attachmentIds: [imageIn(profilePhotoUrl)] };
  await service.refuses("createChatWithImages", { ...person, body }, "resource_not_found", "attachmentIds[0]");
  await service.pass(24 * hour);
  await eventually("the unsent image is gone", () => !existsSync(fileOf(service, unsent.id)));
  assert.ok(existsSync(file));
  assert.deepEqual(await bytesAt((await read(agentId)).profilePhotoUrl), png(7, 7));
});

test("a photo is none of the images that wait for a message", { rules: ["agents.photo", "images.quota"] }, async () => {
  await give(await newAgent("Uncounted"));
  const { max } = limits.unsentAttachments.person;
  for (let count = 0; count < max; count += 1) await uploaded(service, gif, "image/gif");
  await service.refuses("createAttachment", uploading(gif, "image/gif"), "resource_conflict");
});
