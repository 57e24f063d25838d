/** A recording is sent by somebody who may: who opened it and is no member any more sends nothing. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openChannel, Refused } from "../../helpers/channel.ts";
import { addMember } from "../../helpers/people.ts";
import { openRecording } from "../../helpers/recordings.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });

test("the tokens of a removed member open neither upload nor channel", { rules: ["recordings.removed"] }, async () => {
  const { id: userId, token } = await addMember(service, { email: "bo@example.com" });
  const upload = await openRecording(service, { source: "upload" }, token);
  const live = await openRecording(service, {}, token);
  const look = (): Promise<Response> =>
    fetch(upload.stream.url, {
      method: "HEAD",
      headers: { authorization: `Bearer ${upload.stream.token}`, "tus-resumable": "1.0.0" },
    });
  assert.equal((await look()).status, 200);
  (await openChannel(live.stream)).cut();
  await service.ok("removeMember", { path: { workspaceId: service.workspaceId, userId } });
  assert.equal((await look()).status, 401);
  await assert.rejects(openChannel(live.stream), (error) => error instanceof Refused && error.code === "invalid_token");
});
