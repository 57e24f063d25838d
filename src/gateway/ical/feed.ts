/**
 * What a calendar program reads under a secret link: the one credential that stands in a path, as such programs know no other. It has
 * the rights of a key with `todos:read`, and it is never written to a log.
 */
import type { Caller } from "../../schema/caller.ts";
import { ApiError } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import type { InputOf, OutputOf } from "../../schema/operations/index.ts";
import type { LinkedCalendar } from "../directory/calendar-links.ts";
import { clientOf } from "../http/client-address.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import type { Pipeline } from "../pipeline.ts";
import { type DueTodo, icalendar } from "./text.ts";

/** How far back what is late is shown, in milliseconds. */
const late = 90 * 86_400_000;
const pathForm = /^\/ical\/([\w-]{20,100})\.ics$/;

/** True for the path of a link, which no log names. */
export function isCalendarPath(path: string): boolean {
  return path.startsWith("/ical/");
}

/** The file. Throws 404 for a link that opens nothing, and 429 for one that is read too often, or who keeps guessing. */
export async function calendarFile(pipeline: Pipeline, request: HttpRequest): Promise<HttpResponse> {
  const { services, limiter } = pipeline;
  const token = pathForm.exec(request.path)?.[1];
  const linked = token === undefined ? undefined : await services.directory.readCalendarLink(token);
  if (linked === undefined) {
    // Asked only here: many people read their calendars through one address, that of a provider of calendars.
    const subject = `calendar ${clientOf(request.remoteAddress)}`;
    services.signInFailures.check(subject);
    services.signInFailures.fail(subject);
    throw new ApiError("resource_not_found", "There is no calendar under this link: it was removed, or never was.");
  }
  const { allowed, retryAfter } = limiter(linked.id, limits.calendarReads.credential.max);
  if (!allowed) throw new ApiError("rate_limit_exceeded", "This calendar is read too often.", { retryAfter });
  const todos = await dueTodos(pipeline, linked);
  return {
    status: 200,
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "cache-control": "private, no-cache",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
    body: icalendar(`Dayshift: ${linked.workspaceName}`, todos),
  };
}

type Query = InputOf<"listTodos">["query"];

/** Page after page, as the interface lists them. */
async function dueTodos({ services }: Pipeline, linked: LinkedCalendar): Promise<DueTodo[]> {
  const { userId, workspaceId } = linked;
  const caller: Caller = {
    workspaceId,
    userId,
    credentialType: "membership",
    credentialId: userId,
    scopes: ["todos:read"],
  };
  const dueAfter = new Date(services.clock.now() - late).toISOString().slice(0, 10);
  const found: DueTodo[] = [];
  let cursor: string | undefined;
  do {
    const query: Partial<Query> = { status: "active", dueAfter, sort: "dueDate", order: "asc", limit: 100 };
    const input = { path: {}, query: { ...query, ...(cursor !== undefined && { cursor }) }, body: undefined };
    const answer = await services.workspaces.call(workspaceId, {
      operation: "listTodos",
      caller,
      input,
      idempotency: null,
    });
    const page = answer.body as OutputOf<"listTodos">;
    for (const { id, title, dueDate, updatedAt, isSuggested } of page.data)
      if (dueDate !== null && !isSuggested) found.push({ id, title, dueDate, updatedAt });
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && found.length < limits.calendarReads.each.max);
  return found.slice(0, limits.calendarReads.each.max);
}
