/** What agents of the organization have used. */
import { type GatewayHandler, signedIn } from "../exchange.ts";

export const getMinutes: GatewayHandler<"getMinutes"> = async (exchange) => {
  const { directory } = exchange.services;
  const { user, organizationId } = signedIn(exchange);
  const usage = await directory.minutes.usage(organizationId);
  const names = new Map((await directory.workspacesOf(user.id)).map(({ id, name }) => [id, name]));
  const { month, budgetMinutes, spentSeconds } = usage;
  return {
    body: {
      object: "minutes_report",
      organizationId,
      period: periodOf(month),
      budgetMinutes,
      spentMinutes: wholeMinutes(spentSeconds),
      spentSeconds,
      remainingMinutes: budgetMinutes === null ? null : Math.max(0, budgetMinutes - wholeMinutes(spentSeconds)),
      byWorkspace: usage.byWorkspace.map(({ workspaceId, seconds }) => ({
        workspaceId,
        name: names.get(workspaceId) ?? null,
        ...spent(seconds),
      })),
      byAgent: usage.byAgent.map(({ seconds, ...agent }) => ({ ...agent, ...spent(seconds) })),
      byDay: usage.byDay.map(({ date, seconds }) => ({ date, ...spent(seconds) })),
    },
  };
};

function spent(seconds: number) {
  return { seconds, minutes: wholeMinutes(seconds) };
}

function wholeMinutes(seconds: number): number {
  return Math.ceil(seconds / 60);
}

function periodOf(month: string) {
  const [year, number] = month.split("-").map(Number) as [number, number];
  const instant = (index: number): string => new Date(Date.UTC(year, index)).toISOString();
  return { month, startsAt: instant(number - 1), endsAt: instant(number) };
}
