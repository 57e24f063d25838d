/** Reads whatever there is to read: every GET of both interfaces, for every record that an answer named. */
import { appTable, publicTable } from "../../src/schema/operations/index.ts";
import { type Operation, pathParameters } from "../../src/schema/operation.ts";
import type { TestService } from "./service.ts";

export interface Answer {
  readonly operation: string;
  readonly path: string;
  readonly status: number;
  /** Headers and body. */
  readonly text: string;
}

/** Ids of the records that are known, by the name of the parameter that takes them. */
export type Known = ReadonlyMap<string, ReadonlySet<string>>;

const reads: readonly Operation[] = [...publicTable, ...appTable].filter(({ method }) => method === "GET");

/** The parameter that takes the id of a record of this kind. */
const parameterOf = (kind: string): string =>
  kind === "agent_skill" ? "skillId" : `${kind.replaceAll(/_[a-z]/g, ([, letter]) => (letter ?? "").toUpperCase())}Id`;

/** Widens what a list shows. */
const wider = { limit: "100", includeArchived: "true" } as const;

/** Answers to every read, with the records that they named: one read at least for each, and for each of its lists. */
export async function crawl(
  service: TestService,
  credential: string,
  more: Readonly<Record<string, string>> = {},
  known: Known = new Map(),
): Promise<{ readonly answers: readonly Answer[]; readonly known: Known }> {
  const answers: Answer[] = [];
  const found = new Map([...known].map(([name, ids]) => [name, new Set(ids)]));
  const asked = new Set<string>();
  const read = async (record: Operation, path: string): Promise<void> => {
    if (asked.has(record.id + path)) return;
    asked.add(record.id + path);
    const base = appTable.includes(record) ? "/app/v1" : "/api/v1";
    const { status, headers, body } = await service.send("GET", base + path, { credential });
    answers.push({ operation: record.id, path, status, text: `${JSON.stringify(headers)} ${body}` });
    if (status === 200 && body.startsWith("{")) collect(JSON.parse(body), found);
  };
  // What is found in the first round is read in the second, and what that shows in the third.
  for (let round = 0; round < 3; round++) {
    for (const record of reads) {
      for (const path of pathsOf(record, found)) {
        for (const query of queriesOf(record, more)) await read(record, path + query);
      }
    }
  }
  return { answers, known: found };
}

function pathsOf({ path }: Operation, known: Known): string[] {
  return pathParameters(path).reduce<string[]>(
    (paths, name) =>
      paths.flatMap((one) =>
        [...(known.get(name) ?? [])].map((id) => one.replace(`{${name}}`, encodeURIComponent(id))),
      ),
    [path],
  );
}

/** As it is, and with each parameter that shows more. */
function queriesOf({ query }: Operation, more: Readonly<Record<string, string>>): string[] {
  const taken = Object.entries({ ...wider, ...more }).filter(([name]) => name in query.entries);
  const whole = new URLSearchParams(taken.filter(([name]) => name === "limit")).toString();
  const each = taken.filter(([name]) => name !== "limit").map((one) => new URLSearchParams([one]).toString());
  return ["", ...each]
    .map((one) => [whole, one].filter((part) => part !== "").join("&"))
    .map((one) => one && `?${one}`);
}

function collect(value: unknown, found: Map<string, Set<string>>): void {
  if (typeof value !== "object" || value === null) return;
  if ("object" in value && "id" in value && typeof value.object === "string" && typeof value.id === "string") {
    const name = parameterOf(value.object);
    found.set(name, (found.get(name) ?? new Set()).add(value.id));
  }
  for (const each of Object.values(value)) collect(each, found);
}
