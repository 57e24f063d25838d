/** Reads the JSON objects that models write, with one local repair: fences, reasoning prefixes, trailing commas. */
import { isRecord } from "../../../schema/common.ts";

export type ReadObject =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string };

const SHOWN = 300;

/** Objects and lists inside one another; a tool's input has two or three. */
const MAX_DEPTH = 20;

/** The object in `text`; nothing at all counts as an empty object, because tools without parameters are called that way. */
export function readObject(text: string): ReadObject {
  const trimmed = text.trim();
  if (trimmed === "") return { ok: true, value: {} };
  if (depthOf(trimmed) > MAX_DEPTH) return { ok: false, problem: `more than ${MAX_DEPTH} levels deep` };
  const value = parse(trimmed) ?? parse(repair(trimmed));
  if (value === undefined) return { ok: false, problem: `not valid JSON: ${shown(trimmed)}` };
  if (value.json === null) return { ok: true, value: {} };
  if (isRecord(value.json)) return { ok: true, value: value.json };
  return { ok: false, problem: `not a JSON object: ${shown(trimmed)}` };
}

/** Text without reasoning: closed `<think>` parts, one that was never closed, and one whose opening tag was not sent. */
export function withoutThinking(text: string): string {
  const closed = text.replace(/<think>[\s\S]*?<\/think>/gi, "");
  return closed
    .replace(/^[\s\S]*?<\/think>/i, "")
    .replace(/<think>[\s\S]*$/i, "")
    .trim();
}

/** The parsed value in a box; some models encode their arguments twice, so JSON text inside a JSON string is opened once. */
function parse(text: string): { readonly json: unknown } | undefined {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== "string" || !json.trim().startsWith("{")) return { json };
    return parse(json) ?? { json };
  } catch {
    return undefined;
  }
}

function repair(text: string): string {
  const spoken = withoutThinking(text);
  const fenced = /```(?:\w+)?\s*([\s\S]*?)```/.exec(spoken)?.[1] ?? spoken;
  const start = fenced.indexOf("{");
  const end = fenced.lastIndexOf("}");
  const object = start === -1 || end < start ? fenced : fenced.slice(start, end + 1);
  return object.replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_match, literal: string | undefined) => literal ?? "");
}

/** How deep its brackets are, those in texts left out. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [piece] of text.matchAll(/"(?:\\.|[^"\\])*"|[{}[\]]/g)) {
    if (piece === "{" || piece === "[") deepest = Math.max(deepest, (depth += 1));
    else if (piece === "}" || piece === "]") depth -= 1;
  }
  return deepest;
}

function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}
