/** Reads the JSON objects that models write, with one local repair: fences, reasoning prefixes, trailing commas. */
import { isRecord } from "../../../schema/common.ts";

export type ReadObject =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string };

const SHOWN = 300;

/** Objects and lists inside one another; a tool's input has two or three. */
const MAX_DEPTH = 20;
const tooDeep = Symbol("too deep");

/** The object in `text`; nothing at all counts as an empty object, because tools without parameters are called that way. */
export function readObject(text: string): ReadObject {
  const trimmed = text.trim();
  if (trimmed === "") return { ok: true, value: {} };
  const value = parse(trimmed) ?? parse(repair(trimmed));
  if (value?.json === tooDeep) return { ok: false, problem: `more than ${MAX_DEPTH} levels deep` };
  if (value === undefined) return { ok: false, problem: `not valid JSON: ${shown(trimmed)}` };
  if (value.json === null) return { ok: true, value: {} };
  if (isRecord(value.json)) return { ok: true, value: value.json };
  return { ok: false, problem: `not a JSON object: ${shown(trimmed)}` };
}

/** Text without reasoning: closed `<think>` parts, one that was never closed, and one whose opening tag was not sent. */
export function withoutThinking(text: string): string {
  return text
    .replace(/<think>[\s\S]*?(?:<\/think>|$)/gi, "")
    .replace(/^[\s\S]*?<\/think>/i, "")
    .trim();
}

/** The parsed value in a box; some models encode their arguments twice, so JSON text inside a JSON string is opened once. */
function parse(text: string): { readonly json: unknown } | undefined {
  if (depthOf(text) > MAX_DEPTH) return { json: tooDeep };
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
  // What is cut off is matched up to its end, here and below: it would be gone through again from each place in it.
  const [, inside = "", isClosed] = /```\w*\s*([\s\S]*?)(```|$)/.exec(spoken) ?? [];
  const fenced = isClosed ? inside : spoken;
  const start = fenced.indexOf("{");
  const end = fenced.lastIndexOf("}");
  const object = start === -1 || end < start ? fenced : fenced.slice(start, end + 1);
  let isInText = false;
  return object.replace(/\\[\s\S]?|"|,(?=\s*[}\]])/g, (piece) => {
    if (piece === '"') isInText = !isInText;
    return piece === "," && !isInText ? "" : piece;
  });
}

/** How deep its brackets are, those in texts left out. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInText = false;
  for (const [piece] of text.matchAll(/\\[\s\S]?|["{}[\]]/g)) {
    if (piece === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (piece === "{" || piece === "[") deepest = Math.max(deepest, (depth += 1));
    else if (piece === "}" || piece === "]") depth -= 1;
  }
  return deepest;
}

function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}
