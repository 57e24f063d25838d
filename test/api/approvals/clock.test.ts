/** Approvals of a service whose clock runs ahead and is set back. */
import { test } from "node:test";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, until } from "../../helpers/wait.ts";

const day = 86_400_000;

test("an approval from a clock ahead expires 72 hours after the fix", { rules: ["approvals.expiry"] }, async (t) => {
  const service = await startTestService(t);
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Careful", requiresApproval: true } });
  const right = service.clock.now();
  service.clock.setWall(right + 60 * day);
  const body = { message: 'call create_todo {"title":"Made"}', agentId };
  const { id: chatId } = await service.ok("createChat", { body });
  await chatEnd(service, chatId, ["awaiting_input"]);
  service.clock.setWall(right);
  service.clock.advance(15_000);
  const approvals = () => service.ok("listApprovals", { credential: service.session, query: { chatId } });
  const limit = right + 15_000 + 3 * day;
  await until("the right time", approvals, ({ data }) => Date.parse(data[0]?.expiresAt ?? "") <= limit);
  await service.pass(3 * day + 60_000);
  await until("its end", approvals, ({ data }) => data[0]?.status === "expired");
  await chatEnd(service, chatId, ["completed"]);
});
