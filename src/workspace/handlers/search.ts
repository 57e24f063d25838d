/** One search over the kinds of records that the caller may read. */
import type { SearchResult } from "../../schema/search.ts";
import type { Scope } from "../../schema/scopes.ts";
import { agentRows } from "../agents/queries.ts";
import { readFilter as readCaptureFilter } from "../captures/filter.ts";
import { captureRows } from "../captures/page.ts";
import { captureTexts } from "../captures/queries.ts";
import { chatRows } from "../chats/page.ts";
import type { Context, Handler } from "../protocol/context.ts";
import { fold } from "../protocol/fold.ts";
import { snippetOf } from "../search/snippet.ts";
import { segmentsWith } from "../segments/queries.ts";
import { toInstant } from "../time/instant.ts";
import { readFilter } from "../todos/filter.ts";
import { todoRows } from "../todos/page.ts";
import { showTodos } from "../todos/read.ts";

interface Asked {
  /** As sent, and folded. */
  readonly query: string;
  readonly text: string;
  readonly limit: number;
}

type Find = (context: Context, asked: Asked) => SearchResult[];

/** What the caller may read of what has the text, kind by kind. */
export const search: Handler<"search"> = (context, { query }) => {
  const asked: Asked = { query: query.query, text: fold(query.query.trim()), limit: query.limit };
  const todos = findTodos(context, asked);
  // The texts of todos are looked through in slices, and the rest is looked for with the last one.
  const isDone = (context.scan?.reached ?? null) === null;
  return { object: "list", data: isDone ? [...todos, ...findOthers(context, asked)] : [] };
};

function findOthers(context: Context, asked: Asked): SearchResult[] {
  return others.flatMap(([scope, find]) => (context.caller.scopes.includes(scope) ? find(context, asked) : []));
}

const findTodos: Find = (context, { query, text, limit }) => {
  const { sql, caller, scan } = context;
  const filter = readFilter(sql, { query }, caller);
  const rows = todoRows(sql, { filter, sort: "createdAt", descending: true, scan }, limit, undefined);
  return showTodos(context, rows).map(({ id, title, content, updatedAt }) =>
    result("todo", { id, title, at: updatedAt }, [content], text),
  );
};

const findChats: Find = ({ sql }, { query, text, limit }) => {
  const filter = { isArchived: false, status: undefined, agentId: undefined, query };
  return chatRows(sql, filter, limit, null).map(({ id, title, subtitle, lastMessageAt }) =>
    result("chat", { id, title, at: toInstant(lastMessageAt) }, [subtitle], text),
  );
};

const findAgents: Find = ({ sql }, { text, limit }) =>
  agentRows(sql, false)
    .filter(({ name, description }) => fold(`${name}\n${description ?? ""}`).includes(text))
    .slice(0, limit)
    .map(({ id, name, description, updatedAt }) =>
      result("agent", { id, title: name, at: toInstant(updatedAt) }, [description], text),
    );

const findCaptures: Find = (context, { query, text, limit }) => {
  const { sql, acting } = context;
  const rows = captureRows(sql, readCaptureFilter(sql, { query, limit }), limit, undefined);
  acting?.shows(rows.map(({ id }) => id));
  return rows.map(({ n, id, title, summary, updatedAt }) => {
    const { content, notes } = captureTexts(sql, n);
    return result("capture", { id, title, at: toInstant(updatedAt) }, [content, notes, summary], text);
  });
};

const findSegments: Find = ({ sql, acting }, { query, text, limit }) => {
  const found = segmentsWith(sql, [query.trim(), text], limit);
  acting?.shows(found.map(({ captureId }) => captureId));
  return found.map(({ captureId, title, updatedAt, startMs, text: said }) => ({
    ...result("segment", { id: captureId, title, at: toInstant(updatedAt) }, [said], text),
    startMs,
  }));
};

const others: readonly (readonly [Scope, Find])[] = [
  ["captures:read", findCaptures],
  ["captures:read", findSegments],
  ["chats:read", findChats],
  ["agents:read", findAgents],
];

type Named = Pick<SearchResult, "id" | "title" | "at">;

/** The record with the words around the text, in the first of its texts that has it. */
function result(
  kind: SearchResult["kind"],
  record: Named,
  texts: readonly (string | null)[],
  sought: string,
): SearchResult {
  const found = texts.map((one) => snippetOf(one ?? "", sought)).find((one) => one !== null);
  return { kind, ...record, snippet: found?.snippet ?? null, marks: found?.marks ?? [], startMs: null };
}
