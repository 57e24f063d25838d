/** Links for calendar programs, made and removed by the person whose they are. */
import { type GatewayHandler, signedIn } from "../exchange.ts";
import { requireMember } from "./keys.ts";

export const createCalendarLink: GatewayHandler<"createCalendarLink"> = async (exchange) => {
  const { services, input } = exchange;
  const { workspaceId } = input.body;
  const principal = signedIn(exchange);
  requireMember(principal, workspaceId);
  const { token, ...link } = await services.directory.createCalendarLink(principal.user.id, workspaceId);
  return { body: { ...link, url: `${services.publicUrl}/ical/${token}.ics` } };
};

export const listCalendarLinks: GatewayHandler<"listCalendarLinks"> = async (exchange) => {
  const { workspaceId } = exchange.input.query;
  const principal = signedIn(exchange);
  requireMember(principal, workspaceId);
  const data = await exchange.services.directory.calendarLinksOf(principal.user.id, workspaceId);
  return { body: { object: "list", data, hasMore: false, nextCursor: null } };
};

export const removeCalendarLink: GatewayHandler<"removeCalendarLink"> = async (exchange) => {
  const { services, input } = exchange;
  const { linkId: id } = input.path;
  await services.directory.removeCalendarLink(signedIn(exchange).user.id, id);
  const removedAt = new Date(services.clock.now()).toISOString();
  return { body: { object: "calendar_link_removed", id, removedAt } };
};
