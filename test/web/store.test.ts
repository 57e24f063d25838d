/** The store of the app: whatever the order of changes, answers, refusals and the feed, it ends in what the service says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Changes } from "../../src/web/store/change.ts";
import { Feed, type FeedChange, type SocketEvents } from "../../src/web/store/feed.ts";
import { Records } from "../../src/web/store/records.ts";
import { Undo } from "../../src/web/store/undo.ts";
import { hear, stillSaid, type Words } from "../../src/web/store/words.ts";
import { View } from "../../src/web/store/view.ts";
import { initialsOf } from "../../src/web/base/initials.ts";
import { place, rowsWithin } from "../../src/web/parts/window.ts";
import { turns } from "../helpers/settle.ts";

interface Row {
  readonly id: string;
  readonly title: string;
  readonly rank: number;
  readonly updatedAt: string;
}

interface Sent {
  readonly fields: Partial<Row>;
  readonly settle: (answer: () => Row | null) => void;
  answer?: () => Row | null;
}

/** A service of one record, as slow as the test wants. */
class Service {
  row: Row | undefined = { id: "a", title: "0", rank: 0, updatedAt: "1000" };
  readonly sent: Sent[] = [];
  readonly pushed: (Row | undefined)[] = [];
  #time = 1000;

  change(fields: Partial<Row>, isSameMoment: boolean): void {
    if (this.row === undefined) return;
    if (!isSameMoment) this.#time += 1;
    this.row = { ...this.row, ...fields, updatedAt: String(this.#time) };
    this.pushed.push(this.row);
  }

  erase(): void {
    if (this.row !== undefined) this.pushed.push(undefined);
    this.row = undefined;
  }

  /** Carries out what came first of what was not carried out, or refuses it. */
  carryOut(isRefused: boolean, isSameMoment: boolean): void {
    const next = this.sent.find(({ answer }) => answer === undefined);
    if (next === undefined) return;
    if (isRefused) {
      next.answer = () => {
        throw new Error("refused");
      };
      return;
    }
    this.change(next.fields, isSameMoment);
    const { row } = this;
    next.answer = () => row ?? null;
  }

  /** Delivers the first answer that there is. */
  answer(): void {
    const at = this.sent.findIndex(({ answer }) => answer !== undefined);
    const [next] = at < 0 ? [] : this.sent.splice(at, 1);
    next?.settle(next.answer as () => Row | null);
  }
}

type Event = readonly [
  kind: "write" | "other" | "erase" | "carry" | "refuse" | "answer" | "tell",
  value: number,
  isSame: boolean,
];

const event = fc.tuple(
  fc.constantFrom("write", "write", "other", "erase", "carry", "carry", "refuse", "answer", "answer", "tell", "tell"),
  fc.nat(9),
  fc.boolean(),
) as fc.Arbitrary<Event>;

test("any order of changes, answers, refusals and feed records ends in what the service says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
      const service = new Service();
      const records = new Records<Row>();
      const changes = new Changes(records);
      if (service.row !== undefined) records.put(service.row);
      let mostAtOnce = 0;
      const send = (fields: Partial<Row>) => () =>
        new Promise<Row | null>((resolve, reject) => {
          const settle = (answer: () => Row | null): void => {
            try {
              resolve(answer());
            } catch (error) {
              reject(error);
            }
          };
          mostAtOnce = Math.max(mostAtOnce, service.sent.length + 1);
          service.sent.push({ fields, settle });
        });
      const write = (fields: Partial<Row>): void =>
        void changes.write("a", { fields, send: send(fields) }).catch(() => undefined);
      const tell = (): void => {
        if (service.pushed.length > 0) changes.take("a", service.pushed.shift());
      };
      for (const [kind, value, isSame] of events) {
        if (kind === "write") {
          const isThere = records.get("a") !== undefined;
          write(isSame ? { title: String(value) } : { rank: value });
          // What a person does is shown at once.
          if (isThere)
            assert.equal(isSame ? records.get("a")?.title : records.get("a")?.rank, isSame ? String(value) : value);
        } else if (kind === "other") service.change({ title: `other ${value}` }, isSame);
        else if (kind === "erase" && value === 0) service.erase();
        else if (kind === "carry" || kind === "refuse") service.carryOut(kind === "refuse", isSame);
        else if (kind === "answer") service.answer();
        else tell();
        await turns(1);
      }
      for (let rest = 0; rest < 100 && (service.sent.length > 0 || service.pushed.length > 0); rest += 1) {
        service.carryOut(false, false);
        service.answer();
        tell();
        await turns(1);
      }
      assert.deepEqual(records.get("a"), service.row);
      assert.ok(mostAtOnce <= 1, "two writes of a record that are sent at once could pass each other");
    }),
    { numRuns: 300 },
  );
});

test("what the feed says of a change after the answer to a later one takes nothing back", async () => {
  const first = { id: "a", title: "first", rank: 0, updatedAt: "1001" };
  const second = { ...first, title: "second", updatedAt: "1002" };
  const records = new Records<Row>();
  const changes = new Changes(records);
  records.put({ ...first, title: "0", updatedAt: "1000" });
  const answers = [first, second];
  const write = (title: string) =>
    changes.write("a", { fields: { title }, send: () => Promise.resolve(answers.shift() ?? null) });
  await Promise.all([write("first"), write("second")]);
  changes.take("a", first);
  assert.deepEqual(changes.truthOf("a"), second);
  assert.deepEqual(records.get("a"), second);
  let seen: Row | undefined;
  const send = () => {
    changes.take("a", second);
    changes.take("a", first);
    seen = changes.truthOf("a");
    return Promise.resolve(second);
  };
  await changes.write("a", { fields: { title: "third" }, send });
  assert.deepEqual(seen, second);
});

test("a view is what sorting all would give, however it came about", () => {
  const change = fc.record({ id: fc.nat(20).map(String), rank: fc.nat(5), isGone: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 80 }), (all) => {
      const records = new Records<Row>();
      const test = ({ rank }: Row): boolean => rank !== 3;
      const compare = (left: Row, right: Row): number => left.rank - right.rank;
      const groupOf = ({ id }: Row): number => Number(id) % 3;
      const view = new View(records, { test, compare });
      const grouped = new View(records, { test, compare, groupOf });
      for (const { id, rank, isGone } of all) {
        if (isGone) records.remove(id);
        else records.put({ id, rank, title: "", updatedAt: "" });
      }
      const fresh = new View(records, { test, compare });
      assert.deepEqual(view.rows, fresh.rows);
      assert.deepEqual(grouped.rows, new View(records, { test, compare, groupOf }).rows);
      assert.deepEqual(
        grouped.rows,
        [0, 1, 2].flatMap((group) => fresh.rows.filter((row) => groupOf(row) === group)),
      );
      for (let bound = 0; bound < 6; bound += 1) {
        const at = view.firstWhere((row) => row.rank >= bound);
        assert.ok(
          view.rows.slice(0, at).every(({ rank }) => rank < bound) &&
            view.rows.slice(at).every(({ rank }) => rank >= bound),
        );
      }
    }),
  );
});

test("records that are read again report what that changed, and nothing else", () => {
  const some = fc.uniqueArray(fc.record({ id: fc.nat(90).map(String), rank: fc.nat(2) }), { selector: ({ id }) => id });
  fc.assert(
    fc.property(some, some, (first, second) => {
      const row = ({ id, rank }: { id: string; rank: number }): Row => ({ id, rank, title: "", updatedAt: "" });
      const records = new Records<Row>();
      const rule = { test: () => true, compare: (left: Row, right: Row): number => left.rank - right.rank };
      records.replace(first.map(row));
      const view = new View(records, rule);
      const same = new Map(records.all().map((one) => [one.id, one]));
      const reported: string[] = [];
      records.changed.subscribe(({ id }) => void reported.push(id));
      records.replaced.subscribe(() => void reported.push("all"));
      records.replace(second.map(row));
      assert.deepEqual(view.rows, new View(records, rule).rows);
      const changed = [...first.map(({ id }) => id), ...second.map(({ id }) => id)].filter((id) => {
        const [before, after] = [first, second].map((rows) => rows.find((one) => one.id === id));
        if (before !== undefined && before.rank === after?.rank) assert.equal(records.get(id), same.get(id));
        return before?.rank !== after?.rank;
      });
      const expected = [...new Set(changed)].toSorted();
      assert.deepEqual(reported.toSorted(), expected.length > 50 ? ["all"] : expected);
    }),
  );
});

test("initials are the first letters of the first and the last word", () => {
  const names = ["Ana Ruiz", "Bookkeeper", "jean-luc de la tour", "ana@example.com", "Émile 2", "…", ""];
  assert.deepEqual(names.map(initialsOf), ["AR", "B", "JT", "AC", "É2", "", ""]);
});

test("only the rows in sight are drawn, and all of those", () => {
  const sizes = { row: 36, head: 36 };
  fc.assert(
    fc.property(fc.array(fc.nat(300), { minLength: 1, maxLength: 6 }), fc.nat(20_000), (counts, top) => {
      let start = 0;
      const groups = counts.map((count, at) => ({ key: String(at), label: "", start, end: (start += count) }));
      const { placed, height } = place(groups, sizes);
      const shown = counts.filter((count) => count > 0);
      assert.equal(
        height,
        shown.reduce((sum, count) => sum + 36 + count * 36, 0),
      );
      for (const group of placed) {
        const { first, last } = rowsWithin(group, sizes, top, top + 800);
        assert.ok(first >= group.start && last <= group.end && last - first <= 800 / 36 + 20);
        for (let row = group.start; row < group.end; row += 1) {
          const at = group.top + 36 + (row - group.start) * 36;
          if (at + 36 > top && at < top + 800) assert.ok(row >= first && row < last, `row ${row}`);
        }
      }
    }),
  );
});

/** A socket and a clock that the test holds. */
function feedParts() {
  const sockets: { events: SocketEvents; sent: unknown[] }[] = [];
  const timers: { action: () => void; milliseconds: number }[] = [];
  const seen: string[] = [];
  const parts = {
    ports: {
      now: () => 0,
      newKey: () => "",
      random: () => 0,
      later: (milliseconds: number, action: () => void) => {
        timers.push({ action, milliseconds });
        return () => undefined;
      },
    },
    connect: (events: SocketEvents) => {
      const sent: unknown[] = [];
      sockets.push({ events, sent });
      return { send: (text: string) => void sent.push(JSON.parse(text)), close: () => undefined };
    },
    workspaceId: "w",
    onChanges: (changes: readonly FeedChange[]) => void seen.push(...changes.map(({ id }) => id)),
    onWords: ({ text }: { readonly text: string }) => void seen.push(text),
    onReset: () => void seen.push("reset"),
    onEnd: () => void seen.push("end"),
  };
  const say = (frame: object): void => sockets.at(-1)?.events.onText(JSON.stringify(frame));
  return { parts, sockets, timers, seen, say };
}

test("the feed resumes where it left off, later after each failure, and starts again when asked to", () => {
  const { parts, sockets, timers, seen, say } = feedParts();
  const feed = new Feed(parts);
  feed.start("c1");
  sockets[0]?.events.onOpen();
  assert.deepEqual(sockets[0]?.sent, [{ type: "start", workspaceId: "w", after: "c1" }]);
  say({ type: "ready", cursor: "c1" });
  assert.equal(feed.state.value, "live");
  say({ type: "changes", cursor: "c2", changes: [{ kind: "todo", id: "a", op: "put" }] });
  for (const after of ["connecting", "lost", "lost"]) {
    sockets.at(-1)?.events.onClose(1006);
    assert.equal(feed.state.value, after);
    timers.at(-1)?.action();
  }
  sockets.at(-1)?.events.onClose(1006);
  const count = sockets.length;
  feed.retry();
  feed.retry();
  assert.equal(sockets.length, count + 1, "an answer of the service has it try at once, and once");
  const pauses = timers.map(({ milliseconds }) => milliseconds).filter((pause) => pause <= 30_000);
  assert.ok(
    pauses.every((pause, at) => at === 0 || pause > (pauses[at - 1] as number)),
    pauses.join(),
  );
  sockets.at(-1)?.events.onOpen();
  assert.deepEqual(sockets.at(-1)?.sent, [{ type: "start", workspaceId: "w", after: "c2" }]);
  sockets[0]?.events.onText(
    JSON.stringify({ type: "changes", cursor: "c9", changes: [{ kind: "todo", id: "old", op: "put" }] }),
  );
  say({ type: "reset", reason: "too_old" });
  feed.start("c5");
  sockets.at(-1)?.events.onClose(4401);
  assert.deepEqual(seen, ["a", "reset", "end"], "a connection that was given up says nothing any more");
});

test("a feed that says nothing for longer than between two pings is made again from where it was", () => {
  const { parts, sockets, timers, seen, say } = feedParts();
  const feed = new Feed(parts);
  feed.start("c1");
  say({ type: "changes", cursor: "c2", changes: [] });
  say({ type: "ping" });
  const silence = timers.at(-1);
  assert.ok(silence !== undefined && silence.milliseconds > 2 * 30_000);
  silence.action();
  assert.equal(feed.state.value, "connecting");
  timers.at(-1)?.action();
  sockets.at(-1)?.events.onOpen();
  assert.equal(sockets.length, 2);
  assert.deepEqual(sockets.at(-1)?.sent, [{ type: "start", workspaceId: "w", after: "c2" }]);
  sockets[0]?.events.onClose(4401);
  assert.deepEqual(seen, [], "how the old one ends matters no more");
});

test("words of an agent follow one another, and nothing is shown where some are missing", () => {
  const words = new Records<Words>();
  const say = (at: number, text: string, turnId = "t"): string => {
    hear(words, { chatId: "c", turnId, at, text });
    return stillSaid(words.get("c"), "Good evening.");
  };
  assert.deepEqual([say(0, "Good "), say(5, "morn"), say(9, "ing")], ["", "Good morn", "Good morning"]);
  assert.equal(say(0, "Again"), "Again", "the answer begins again");
  assert.equal(say(9, "lost"), "", "what came between is missing");
  assert.equal(say(0, "Good evening."), "", "a message has them");
  assert.equal(say(0, "Hello", "u"), "Hello");
});

test("undo takes back the last of fifty steps, and does it again", async () => {
  const undo = new Undo();
  const done: string[] = [];
  const step = (name: string) => ({
    label: name,
    undo: async () => void done.push(`-${name}`),
    redo: async () => void done.push(`+${name}`),
  });
  for (let at = 0; at < 60; at += 1) undo.add(step(String(at)));
  assert.equal((await undo.undo())?.label, "59");
  assert.equal((await undo.redo())?.label, "59");
  for (let at = 0; at < 50; at += 1) await undo.undo();
  assert.equal(await undo.undo(), undefined);
  assert.deepEqual(done.slice(0, 3), ["-59", "+59", "-59"]);
  assert.equal(done.at(-1), "-10");
});

test("a step on its way can be turned round, and one that is refused is offered no more", async () => {
  const undo = new Undo();
  const refusals: ((error: Error) => void)[] = [];
  const nothing = async (): Promise<void> => undefined;
  const unanswered = (): Promise<void> => new Promise((_resolve, reject) => void refusals.push(reject));
  undo.add({ label: "first", undo: nothing, redo: nothing });
  undo.add({ label: "second", undo: unanswered, redo: nothing });
  void undo.undo().catch(() => undefined);
  assert.equal((await undo.redo())?.label, "second");
  assert.equal(undo.last?.label, "second");
  const refused = undo.undo();
  refusals.at(-1)?.(new Error("refused"));
  await assert.rejects(refused, /refused/);
  assert.equal(await undo.redo(), undefined);
  assert.equal(undo.last?.label, "first");
});

test("a step without an answer stays where it was, to be tried again", async () => {
  const undo = new Undo();
  let isAnswered = false;
  const act = async (): Promise<void> => {
    if (!isAnswered) throw new TypeError("Failed to fetch");
  };
  undo.add({ label: "step", undo: act, redo: act });
  await assert.rejects(undo.undo(), /fetch/);
  assert.equal(undo.last?.label, "step");
  isAnswered = true;
  assert.equal((await undo.undo())?.label, "step");
  isAnswered = false;
  await assert.rejects(undo.redo(), /fetch/);
  isAnswered = true;
  assert.equal((await undo.redo())?.label, "step");
});

test("what the feed says while a page is read stays, and what has gone is not brought back", async () => {
  const records = new Records<Row>();
  const row = (id: string, title = id): Row => ({ id, title, rank: 0, updatedAt: "1000" });
  records.put(row("known"));
  const { promise, resolve } = Promise.withResolvers<{ data: Row[] }>();
  const read = records.putPage(promise);
  for (const id of ["known", "unknown"]) records.remove(id);
  records.put(row("changed", "new"));
  resolve({ data: [row("known"), row("unknown"), row("changed"), row("other")] });
  assert.equal((await read).data.length, 4);
  assert.deepEqual(records.all(), [row("changed", "new"), row("other")]);
  await records.putPage(Promise.resolve({ data: [row("known"), row("changed", "newer")] }));
  assert.deepEqual(records.all(), [row("changed", "newer"), row("other"), row("known")]);
  await records.putPage(Promise.resolve({ data: [row("unknown")] }), () => false);
  assert.equal(records.size, 3);
  await assert.rejects(records.putPage(Promise.reject(new Error("refused"))), /refused/);
});

test("a page that takes the place of all leaves what the feed says while it is read", async () => {
  const records = new Records<Row>();
  const row = (id: string, title = id): Row => ({ id, title, rank: 0, updatedAt: "1000" });
  for (const id of ["gone since", "gone before", "changed"]) records.put(row(id));
  const { promise, resolve } = Promise.withResolvers<{ data: Row[] }>();
  const read = records.replaceByPage(promise);
  records.remove("gone since");
  for (const one of [row("changed", "new"), row("added")]) records.put(one);
  resolve({ data: ["gone since", "changed", "as it was"].map((id) => row(id)) });
  await read;
  assert.deepEqual(records.all(), [row("added"), row("changed", "new"), row("as it was")]);
  await records.replaceByPage(Promise.resolve({ data: [] }), () => false);
  assert.equal(records.size, 3);
});
