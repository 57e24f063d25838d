/** Finds where a JSON text breaks. JSON.parse knows but says so only sometimes; this runs on the failure path alone. */

const TOKEN =
  /[\t\n\r ]*(?:([{}[\]:,])|("(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/uy;

type Expected = "value" | "first item" | "first key" | "key" | "colon" | "separator" | "end";

/** The offset (UTF-16 units) of the first token that cannot stand where it stands; the text's length when it ends early. */
export function jsonFaultAt(text: string): number {
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) return skipSpace(text, at);
    const next = step(expected, match[1] ?? (match[2]?.startsWith('"') === true ? '"' : "0"), open);
    if (next === null) return skipSpace(text, at);
    expected = next;
    at = TOKEN.lastIndex;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && "\t\n\r ".includes(text.charAt(at))) at += 1;
  return at;
}

/** What may follow `token`, or null when it cannot stand here. `open` holds the containers around it and is changed. */
function step(expected: Expected, token: string, open: ("{" | "[")[]): Expected | null {
  switch (expected) {
    case "value":
    case "first item":
      if (token === "]" && expected === "first item") return close(open);
      return value(token, open);
    case "first key":
      if (token === "}") return close(open);
      return token === '"' ? "colon" : null;
    case "key":
      return token === '"' ? "colon" : null;
    case "colon":
      return token === ":" ? "value" : null;
    case "separator":
      return separator(token, open);
    case "end":
      break;
  }
  return null;
}

function value(token: string, open: ("{" | "[")[]): Expected | null {
  if (token === "{" || token === "[") {
    open.push(token);
    return token === "{" ? "first key" : "first item";
  }
  if (token === '"' || token === "0") return open.length === 0 ? "end" : "separator";
  return null;
}

function separator(token: string, open: ("{" | "[")[]): Expected | null {
  const inside = open.at(-1);
  if (token === ",") return inside === "{" ? "key" : "value";
  return token === (inside === "{" ? "}" : "]") ? close(open) : null;
}

function close(open: ("{" | "[")[]): Expected {
  open.pop();
  return open.length === 0 ? "end" : "separator";
}
