/** Captures drawn at random out of many: one in full, lists, searches and counts, with writes among them. */
import type { Bench } from "../bench.ts";
import { captureWords, momentAt, writeCaptures } from "../capture-file.ts";
import { call, createKey, createWorkspace, signIn } from "../client.ts";
import { createDraw, type Draw, drawWord } from "../draw.ts";
import { type Kind, measureKind } from "../drawn.ts";
import type { RunningService } from "../service.ts";
import { againstBare, ratioFigure } from "../versus-bare.ts";

const group = "Captures";

interface Full {
  readonly service: RunningService;
  readonly key: string;
  readonly ids: readonly string[];
}

export async function measureCaptures(bench: Bench): Promise<void> {
  const count = bench.scale.captures;
  bench.say(`filling a workspace with ${count} captures`);
  const full = await fill(bench, count);
  await measureOne(bench, full);
  const asking = { group, ...full, write: (draw: Draw) => writeSome(full, draw) };
  for (const kind of kindsFor(count)) await measureKind(bench, asking, kind);
  await full.service.stop();
}

async function fill(bench: Bench, count: number): Promise<Full> {
  const dataDir = bench.folder();
  const env = { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000" };
  const before = await bench.start({ dataDir, env });
  const { token, user } = await signIn(before.url);
  const workspaceId = await createWorkspace(before.url, token, "Captures");
  const key = await createKey(before.url, token, workspaceId, ["captures:read", "captures:write"]);
  await before.stop();
  const ids = await writeCaptures(dataDir, workspaceId, user.id, count);
  return { service: await bench.start({ dataDir, env }), key, ids };
}

async function measureOne(bench: Bench, { service, key, ids }: Full): Promise<void> {
  const draw = createDraw(3);
  const requests = Array.from({ length: 50_000 }, () => ({ path: `/api/v1/captures/${draw.of(ids)}`, key }));
  const one = { id: "capture-one", what: "`GET /captures/{id}`, the full form, 64 connections", status: 200, requests };
  bench.say("reading one");
  bench.add({ ...ratioFigure(group, one, await againstBare(bench, service, one), {}), target: null });
}

/** The targets are those of todos. */
function kindsFor(count: number): Kind[] {
  const list: Kind["path"] = (draw) => listOf(draw, drawFilters(draw, count));
  const search = (text: (draw: Draw) => string): Kind["path"] => {
    return (draw) => {
      const query = draw.chance(0.5) ? drawFilters(draw, count) : new URLSearchParams();
      query.set("query", text(draw));
      return listOf(draw, query);
    };
  };
  return [
    { id: "captures-list", what: "lists without words", path: list, ratio: { atMost: 6 }, p99: { atMost: 15 } },
    { id: "captures-search", what: "searches", path: search(drawText), ratio: { atMost: 12 }, p99: { atMost: 15 } },
    {
      id: "captures-short",
      what: "searches for one or two characters",
      path: search(drawShortText),
      ratio: null,
      p99: { atMost: 60 },
    },
    {
      id: "captures-counted",
      what: "lists with `include=totalCount`",
      path: (draw) => `${list(draw)}&include=totalCount`,
      ratio: null,
      p99: { atMost: 25 },
    },
  ];
}

function listOf(draw: Draw, query: URLSearchParams): string {
  if (draw.chance(0.5)) query.set("limit", String(1 + draw.below(100)));
  return `captures?${query.toString()}`;
}

/** Every filter of the list, tags that many captures carry and tags that few do. */
function drawFilters(draw: Draw, count: number): URLSearchParams {
  const query = new URLSearchParams();
  const maybe = (share: number, name: string, value: () => string): void => {
    if (draw.chance(share)) query.set(name, value());
  };
  const [early, late] = [draw.number(), draw.number()].sort((one, other) => one - other) as [number, number];
  maybe(0.3, "type", () => draw.of(["note", "recording"]));
  maybe(0.3, "tags", () => draw.of(["team", "fifth", "rare", "team,fifth", `list ${6 * draw.below(10)}`]));
  maybe(0.05, "includeArchived", () => "true");
  maybe(0.2, "createdAfter", () => momentAt(early, count));
  maybe(0.2, "createdBefore", () => momentAt(late, count));
  maybe(0.1, "updatedSince", () => momentAt(draw.number(), count));
  return query;
}

/** A word, two or three of them, or a part of one. */
function drawText(draw: Draw): string {
  const word = drawWord(draw, captureWords);
  if (draw.chance(0.3)) return [word, ...drawWords(draw, 1 + draw.below(2))].join(" ");
  return draw.chance(0.2) && word.length > 5 ? word.slice(1, 5) : word;
}

function drawWords(draw: Draw, count: number): string[] {
  return Array.from({ length: count }, () => drawWord(draw, captureWords));
}

function drawShortText(draw: Draw): string {
  return drawWord(draw, captureWords).slice(0, 1 + draw.below(2));
}

/** A new title for one, and a new note. */
async function writeSome({ service, key: credential, ids }: Full, draw: Draw): Promise<void> {
  const captures = `${service.url}/api/v1/captures`;
  const title = drawWords(draw, 5).join(" ");
  await call(`${captures}/${draw.of(ids)}`, { method: "PATCH", credential, body: { title } });
  await call(captures, { credential, body: { type: "note", title, content: drawWords(draw, 90).join(" ") } });
}
