/** Reading one capture and lists of them out of many. */
import type { Bench } from "../bench.ts";
import { momentAt, writeCaptures } from "../capture-file.ts";
import { call, createKey, createWorkspace, signIn } from "../client.ts";
import { measureFirsts } from "../firsts.ts";
import { requestText, type RequestText } from "../http-text.ts";
import { glance } from "../rounds.ts";
import type { RunningService } from "../service.ts";
import { median } from "../stats.ts";
import { againstBare, type Operation, ratioFigure } from "../versus-bare.ts";

const group = "Captures";
const listConnections = 32;
const worstShown = 3;
const shownInOverview = 12;

interface Full {
  readonly service: RunningService;
  readonly key: string;
}

export async function measureCaptures(bench: Bench): Promise<void> {
  const count = bench.scale.captures;
  bench.say(`filling a workspace with ${count} captures`);
  const full = await fill(bench, count);
  await measureOne(bench, full);
  const { first, others } = variants(count);
  await measurePages(bench, full, first, others);
  const counted = [first, ...others].map((query) =>
    query === "" ? "include=totalCount" : `${query}&include=totalCount`,
  );
  await costliest(bench, full, counted, { id: "captures-counted", what: "the same with `include=totalCount`" });
  await measureAfterChanges(bench, full);
  await full.service.stop();
}

/** The service with them, every answer made anew. */
async function fill(bench: Bench, count: number): Promise<Full> {
  const dataDir = bench.folder();
  const env = { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000", DAYSHIFT_ANSWER_CACHE_MB: "0" };
  const before = await bench.start({ dataDir, env });
  const { token, user } = await signIn(before.url);
  const workspaceId = await createWorkspace(before.url, token, "Captures");
  const key = await createKey(before.url, token, workspaceId, ["captures:read", "captures:write"]);
  await before.stop();
  await writeCaptures(dataDir, workspaceId, user.id, count);
  return { service: await bench.start({ dataDir, env }), key };
}

/** What a list may be asked for: every filter, common and rare words, phrases that are there and that are not, and combinations. */
function variants(count: number): { readonly first: string; readonly others: readonly string[] } {
  const [late, early] = [momentAt(0.9, count), momentAt(0.1, count)];
  const filters = ["type=note", "type=recording", "tags=team", "tags=fifth", "tags=rare", "tags=team,fifth"];
  const dates = [`createdAfter=${late}`, `createdBefore=${early}`, `updatedSince=${late}`, `updatedSince=${early}`];
  const words = ["the", "invoice", "of", "a", "zq", "nosuchword"];
  const phrases = [
    "the+meeting",
    "about+the+invoice",
    "of+the+and+to+in+is+that",
    "garden+report+note",
    "this+was+the+one",
  ];
  const texts = [...words, ...phrases].map((text) => `query=${text}`);
  const combined = [
    "type=recording&tags=fifth",
    "tags=team,fifth,rare",
    `type=recording&createdBefore=${early}`,
    `type=recording&updatedSince=${late}`,
    "query=invoice&tags=fifth",
    "query=invoice&type=recording",
    `query=the+invoice&updatedSince=${late}`,
    "query=invoice&includeArchived=true",
    "query=garden+report+note&type=recording",
  ];
  return { first: "", others: [...filters, "includeArchived=true", ...dates, ...texts, ...combined] };
}

async function measureOne(bench: Bench, { service, key }: Full): Promise<void> {
  const { data } = await call<{ data: { id: string }[] }>(`${service.url}/api/v1/captures?limit=100`, {
    credential: key,
  });
  const requests = data.map(({ id }) => ({ path: `/api/v1/captures/${id}`, key }));
  const one = { id: "capture-one", what: "`GET /captures/{id}`, the full form, 64 connections", status: 200, requests };
  bench.say("reading one");
  bench.add({ ...ratioFigure(group, one, await againstBare(bench, service, one), {}), target: null });
}

/** The plain list, and the variants that cost the most. */
async function measurePages(bench: Bench, full: Full, first: string, others: readonly string[]): Promise<void> {
  const worst = await costliest(bench, full, [first, ...others], { id: "captures-overview", what: "pages" });
  for (const [place, query] of [first, ...worst].entries()) {
    const rank = place === 0 ? "" : `, number ${place} of the costliest of all variants`;
    const what = `\`GET /captures?limit=25\`, ${query === "" ? "no filter" : `\`${query}\``}${rank}`;
    bench.say(`listing ${query}`);
    const many = listing(full, query, `captures-${place}`, what, listConnections);
    const against = await againstBare(bench, full.service, many);
    bench.add(ratioFigure(group, many, against, { atMost: 4.5 }));
    const p99 = { group, unit: "ms", target: { atMost: 15 } } as const;
    const note = `${listConnections} connections`;
    bench.add({ ...p99, id: `${many.id}-p99`, what: "its p99", value: against.ours.p99, note });
    const alone = await glance(bench, contender(full, query, 1), bench.scale.burst);
    bench.add({ ...p99, id: `${many.id}-alone`, what: "its p99, one at a time", value: alone.p99, note: "" });
  }
}

/** What the first answer takes once a capture has changed: lists that were kept are no more. */
async function measureAfterChanges(bench: Bench, { service, key: credential }: Full): Promise<void> {
  const captures = `${service.url}/api/v1/captures`;
  const { data } = await call<{ data: { id: string }[] }>(`${captures}?limit=1`, { credential });
  for (const query of [
    "query=invoice",
    "query=of+the+and+to+in+is+that",
    "type=recording&tags=fifth",
    "query=of&include=totalCount",
  ]) {
    bench.say(`first after a change: ${query}`);
    const what = `the first \`GET /captures?limit=25&${query}\` after a capture was changed: p50`;
    await measureFirsts(
      bench,
      { id: `captures-first-${query}`, group, what },
      (at) => call(`${captures}/${data[0]?.id}`, { method: "PATCH", credential, body: { title: `Title ${at}` } }),
      () => call(`${captures}?limit=25&${query}`, { credential }),
    );
  }
}

function listing({ key }: Full, query: string, id: string, what: string, connections: number): Operation {
  return { id, what, status: 200, connections, requests: [request(key, query)] };
}

function request(key: string, query: string): RequestText {
  return { path: `/api/v1/captures?limit=25${query === "" ? "" : `&${query}`}`, key };
}

function contender({ service, key }: Full, query: string, connections: number) {
  const job = { port: service.port, connections, requests: [requestText(request(key, query))] };
  return { name: query, pid: service.pid, status: 200, job };
}

/** One short load of each: a figure that shows what falls out of line, and the variants that cost the most CPU. */
async function costliest(
  bench: Bench,
  full: Full,
  queries: readonly string[],
  { id, what }: { readonly id: string; readonly what: string },
): Promise<string[]> {
  bench.say(`looking at ${queries.length} lists`);
  const costs: { query: string; cpu: number }[] = [];
  for (const query of queries) {
    const { cpu } = await glance(bench, contender(full, query, 4), bench.scale.burst / 3);
    costs.push({ query, cpu });
  }
  costs.sort((left, right) => right.cpu - left.cpu);
  const usual = median(costs.map(({ cpu }) => cpu));
  const shown = costs.slice(0, shownInOverview).map(({ query, cpu }) => `\`${query}\` ${(cpu / 1000).toFixed(2)} ms`);
  bench.add({
    id,
    group,
    what: `CPU of the costliest of ${costs.length} filters and searches: ${what}`,
    value: (costs[0]?.cpu ?? 0) / 1000,
    unit: "ms",
    target: null,
    note: `usual ${(usual / 1000).toFixed(2)} ms; ${shown.join(", ")}`,
  });
  return costs.map(({ query }) => query).slice(0, worstShown);
}
