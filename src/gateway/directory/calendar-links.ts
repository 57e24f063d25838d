/** Links for calendar programs: each is of one person and one workspace, and ends with the membership. */
import { conflict, noSuch } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import type { Context } from "./context/context.ts";
import { type Row, integer, integerOrNull, text, timestamp, timestampOrNull } from "./database/db.ts";
import { hashSecret, newCalendarToken } from "./secrets/secrets.ts";

export interface CalendarLink {
  readonly object: "calendar_link";
  readonly id: string;
  readonly workspaceId: string;
  readonly createdAt: string;
  readonly lastReadAt: string | null;
}

/** What a link opens. */
export interface LinkedCalendar {
  readonly id: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
}

export interface CalendarLinks {
  /** The link with its token, which is stored nowhere. Throws `resource_conflict` for one too many. */
  createCalendarLink(userId: string, workspaceId: string): Promise<CalendarLink & { readonly token: string }>;
  /** Of the person in the workspace, newest first. */
  calendarLinksOf(userId: string, workspaceId: string): Promise<readonly CalendarLink[]>;
  /** Throws `resource_not_found`, also for a link of somebody else. */
  removeCalendarLink(userId: string, id: string): Promise<void>;
  /** What the token opens, noting that it was read; undefined for one that opens nothing, or no more. */
  readCalendarLink(token: string): Promise<LinkedCalendar | undefined>;
}

const columns = "l.id, l.workspace_id, l.created_at, l.last_read_at";

export function calendarLinks({ db, clock, ids }: Context): CalendarLinks {
  const calendarLinksOf = async (userId: string, workspaceId: string): Promise<readonly CalendarLink[]> => {
    const sql = `SELECT ${columns} FROM calendar_links l WHERE user_id = ? AND workspace_id = ? ORDER BY created_at DESC, id DESC`;
    return (await db.all(sql, userId, workspaceId)).map(toLink);
  };
  return {
    calendarLinksOf,
    createCalendarLink: async (userId, workspaceId) => {
      const { max } = limits.calendarLinks.person;
      if ((await calendarLinksOf(userId, workspaceId)).length >= max)
        throw conflict(`A person has at most ${max} calendar links to a workspace. Remove one.`);
      const [id, token, now] = [ids.uuid(), newCalendarToken(), clock.now()];
      const sql =
        "INSERT INTO calendar_links (id, user_id, workspace_id, token_hash, created_at) VALUES (?, ?, ?, ?, ?)";
      await db.run(sql, id, userId, workspaceId, hashSecret(token), now);
      return { object: "calendar_link", id, workspaceId, createdAt: timestamp(now), lastReadAt: null, token };
    },
    removeCalendarLink: async (userId, id) => {
      const removed = await db.run("DELETE FROM calendar_links WHERE id = ? AND user_id = ?", id, userId);
      if (removed === 0) throw noSuch("calendar link", id);
    },
    readCalendarLink: async (token) => {
      const sql = `SELECT l.id, l.user_id, l.workspace_id, w.name FROM calendar_links l
        JOIN workspaces w ON w.id = l.workspace_id
        JOIN memberships m ON m.user_id = l.user_id AND m.workspace_id = l.workspace_id WHERE l.token_hash = ?`;
      const row = await db.get(sql, hashSecret(token));
      if (row === undefined) return undefined;
      const id = text(row, "id");
      await db.run("UPDATE calendar_links SET last_read_at = ? WHERE id = ?", clock.now(), id);
      const workspaceId = text(row, "workspace_id");
      return { id, userId: text(row, "user_id"), workspaceId, workspaceName: text(row, "name") };
    },
  };
}

function toLink(row: Row): CalendarLink {
  return {
    object: "calendar_link",
    id: text(row, "id"),
    workspaceId: text(row, "workspace_id"),
    createdAt: timestamp(integer(row, "created_at")),
    lastReadAt: timestampOrNull(integerOrNull(row, "last_read_at")),
  };
}
