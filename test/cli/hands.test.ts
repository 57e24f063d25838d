/** The command line for hands: todos by their titles, what comes again, what is due. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ownerEmail, ownerPassword } from "../helpers/owner.ts";
import { createFakeClock } from "../helpers/clock.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/wait.ts";
import { notesOn } from "../../src/cli/commands/spoken-todo.ts";
import { readSpokenTodo } from "../../src/client/spoken/todo.ts";
import { openTerminal } from "./terminal.ts";

const service = await startTestService({ after });

async function signedIn(isTerminal = false, columns = 60) {
  const terminal = openTerminal({ isTerminal, isWatched: columns !== 60, columns });
  terminal.typed.push(ownerPassword);
  const { code, err } = await terminal.run("login", service.url, "--email", ownerEmail);
  assert.equal(code, 0, err);
  return terminal;
}

const create = (title: string, more: object = {}) => service.ok("createTodo", { body: { title, ...more } });
const statusOf = async (todoId: string) => (await service.ok("getTodo", { path: { todoId } })).status;

test("a todo is ticked off by its title, in whichever case", async () => {
  const terminal = await signedIn();
  const [paint, painter] = [await create("Paint"), await create("Call the painter")];
  const { out } = await terminal.run("done", "paint");
  assert.equal(out, "✓ Paint\n");
  assert.deepEqual([await statusOf(paint.id), await statusOf(painter.id)], ["done", "ready"]);
  assert.equal((await terminal.run("done", "painter")).out, "✓ Call the painter\n");
});

test("a title that several have is no guess, and the beginning of an id is enough", async () => {
  const terminal = await signedIn();
  const [one, other] = [await create("Send invoice to Ana"), await create("Send invoice to Bo")];
  const { code, err } = await terminal.run("done", "send invoice");
  assert.equal(code, 2);
  assert.match(err, /may be any of 2 open todos/);
  for (const { id, title } of [one, other]) assert.ok(err.includes(`${id}  ${title}`), err);
  assert.deepEqual([await statusOf(one.id), await statusOf(other.id)], ["ready", "ready"]);
  await terminal.run("done", one.id.slice(0, -4));
  assert.deepEqual([await statusOf(one.id), await statusOf(other.id)], ["done", "ready"]);
});

test("candidates stand a line each, also in a narrow window", async () => {
  const terminal = await signedIn(true, 32);
  for (const title of ["Water the roses", "Water the ferns"]) await create(title);
  const { err } = await terminal.run("done", "water the");
  assert.match(err, /\n {2}1 {2}Water the ferns\n {2}2 {2}Water the roses\n/);
});

test("what nobody has is said, and nothing is done", async () => {
  const terminal = await signedIn();
  const { code, err } = await terminal.run("done", "Fly to the moon");
  assert.deepEqual([code, /No open todo is called "Fly to the moon"/.test(err)], [2, true]);
});

test("what comes again is done until its next time, and for good when asked", async () => {
  const terminal = await signedIn();
  const schedule = { rrule: "FREQ=WEEKLY;BYDAY=TH;BYHOUR=9;BYMINUTE=0;BYSECOND=0", timezone: "UTC" };
  const plants = await create("Water the plants", { schedule });
  const { out } = await terminal.run("done", "Water the plants");
  assert.equal(out, "✓ Water the plants  (next: Thursday 15 January; --for-good ends it)\n");
  assert.equal(await statusOf(plants.id), "ready");
  assert.equal((await terminal.run("done", "Water the plants", "--for-good")).out, "✓ Water the plants\n");
  assert.equal(await statusOf(plants.id), "done");
});

test("today is what is late and what is due, the oldest first", async () => {
  const terminal = await signedIn(true);
  assert.equal((await terminal.run("today")).out, "Nothing is due.\n");
  await create("Order paper", { dueDate: "2026-11-22", priority: "high" });
  await create("Renew the domain", { dueDate: "2026-11-20" });
  await create("Pay rent", { dueDate: "2026-11-23" });
  await create(`A title that is longer than ${"any ".repeat(20)}line`, { dueDate: "2026-11-22" });
  const { out } = await terminal.run("today");
  const lines = out.trimEnd().split("\n");
  assert.deepEqual(lines.slice(0, 3), ["Late", "  1  Renew the domain  (since 2026-11-20)", "Today"]);
  assert.ok(
    lines.some((line) => /^ {2}[23] {2}Order paper {2}\(high\)$/.test(line)),
    out,
  );
  assert.equal(lines.length, 5);
  for (const line of lines) assert.ok(line.length <= 60, line);
  const page = await terminal.json<{ data: readonly { title: string }[] }>("today");
  assert.equal(page.data.length, 3);
});

test("today is what comes again today, too, until it is ticked off or done; an agent's with its name", async (t) => {
  const clock = createFakeClock(Date.parse("2026-11-22T08:00:00Z"));
  const own = await startTestService(t, { clock });
  const terminal = openTerminal({ isTerminal: true, columns: 60, io: { now: () => clock.now() } });
  Object.assign(terminal.env, { DAYSHIFT_URL: own.url, DAYSHIFT_KEY: own.key });
  const at = (hour: number) => ({ rrule: `FREQ=DAILY;BYHOUR=${hour};BYMINUTE=0;BYSECOND=0` });
  const add = (body: object) => own.ok("createTodo", { body });
  const { id: agentId } = await own.ok("createAgent", { body: { name: "Reporter" } });
  await add({ title: "Weekly report", schedule: at(23), assignees: [{ id: agentId, type: "agent" }] });
  await add({ title: "Water", schedule: at(9), dueDate: "2026-11-22", priority: "low" });
  const standUp = await add({ title: "Stand-up", schedule: at(10) });
  await add({ title: "Yesterday's", schedule: at(7), dueDate: "2026-11-21" });
  const reminder = await add({ title: "Call Ana", schedule: { runAt: "2026-11-22T08:30:00Z" } });
  await add({ title: "Tomorrow", schedule: { runAt: "2026-11-23T00:00:00Z" } });
  const paused = await add({ title: "Paused", schedule: at(11) });
  await own.ok("updateTodo", { path: { todoId: paused.id }, body: { schedulePaused: true } });
  const today = async () => (await terminal.run("today")).out.trimEnd().split("\n");
  const late = ["Late", "  1  Yesterday's  (since 2026-11-21)", "Today"];
  assert.deepEqual(await today(), [
    ...late,
    "  2  Water  (low, at 09:00)",
    "  3  Call Ana  (at 08:30)",
    "  4  Stand-up  (at 10:00)",
    "  5  Weekly report  (at 23:00, Reporter)",
  ]);
  assert.equal((await terminal.run("done", "4")).out, "✓ Stand-up  (next: Monday 23 November; --for-good ends it)\n");
  clock.advance(3_600_000);
  const ran = () => own.ok("getTodo", { path: { todoId: reminder.id } });
  await until("the reminder comes", ran, ({ lastRunAt }) => lastRunAt !== null);
  assert.deepEqual((await today()).slice(4), [
    "  3  Call Ana  (since 08:30)",
    "  4  Weekly report  (at 23:00, Reporter)",
  ]);
  await own.ok("updateTodo", { path: { todoId: reminder.id }, body: { status: "done" } });
  const { data, occurrences } =
    await terminal.json<Record<"data" | "occurrences", readonly { todoId: string }[]>>("today");
  assert.equal(data.length, 2);
  assert.ok(!occurrences.some(({ todoId }) => todoId === standUp.id || todoId === reminder.id));
  assert.equal((await today()).at(-1), "  3  Weekly report  (at 23:00, Reporter)");
});

test("the numbers of the list that was shown last stand for its records, until the next", async () => {
  const terminal = await signedIn(true);
  const list = await create("One of two");
  const { out } = await terminal.run("todos", "list", "--query", "One of two");
  assert.match(out, /^# +title.*\n1 +One of two/);
  assert.match((await terminal.run("todos", "get", "1")).out, /One of two/);
  assert.equal((await terminal.run("done", "1")).out, "✓ One of two\n");
  assert.equal(await statusOf(list.id), "done");
  const { code, err } = await terminal.run("done", "2");
  assert.deepEqual([code, /goes from 1 to 1: there is no 2/.test(err)], [2, true]);
  await terminal.run("agents", "list");
  assert.match((await terminal.run("done", "1")).err, /No open todo is called "1"/);
});

test("a list that a program reads leaves the numbers alone", async () => {
  const terminal = await signedIn(true);
  const wanted = await create("Numbered for a person");
  await create("For a program");
  await terminal.run("todos", "list", "--query", "Numbered for a person");
  await terminal.json("todos", "list", "--query", "For a program");
  await terminal.run("done", "1");
  assert.equal(await statusOf(wanted.id), "done");
});

test("any record is called by its name wherever its id is asked for, an archived one too", async () => {
  const terminal = await signedIn();
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Gardener" } });
  const skill = { path: { agentId }, body: { name: "Pruning", instructions: "In winter." } };
  const { id: skillId } = await service.ok("createAgentSkill", skill);
  const shown = await terminal.json<{ id: string }>("agents", "get-skill", "gardener", "pruning");
  assert.equal(shown.id, skillId);
  const todo = await create("Rake the leaves");
  await terminal.json("todos", "update", "rake the leaves", "--priority", "high");
  await terminal.json("todos", "delete", "rake the leaves");
  const restored = await terminal.json<{ id: string; priority: string }>("todos", "restore", "rake the leaves");
  assert.deepEqual([restored.id, restored.priority], [todo.id, "high"]);
  const { code, err } = await terminal.run("agents", "get", "nobody");
  assert.deepEqual([code, /No agent is called "nobody"/.test(err)], [2, true]);
});

const again: readonly [line: string, title: string, rrule: string, startsAt: string][] = [
  ["Stand-up every weekday at 9", "Stand-up", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-22T09:00:00"],
  ["Water the ferns every 2 weeks", "Water the ferns", "FREQ=WEEKLY;INTERVAL=2", "2026-11-22T09:00:00"],
  ["Pay rent !high every 1st at 18:30 @Inbox", "Pay rent", "FREQ=MONTHLY;BYMONTHDAY=1", "2026-11-22T18:30:00"],
  ["Pay rent every 1st #nowhere at 18:30", "Pay rent #nowhere", "FREQ=MONTHLY;BYMONTHDAY=1", "2026-11-22T18:30:00"],
  ["Report daily at 5pm until 2026-12-01", "Report", "FREQ=DAILY;UNTIL=20261201T235959", "2026-11-22T17:00:00"],
];

/** What looks like more than words of a title, and is said when it stays there. */
const left: readonly [line: string, title: string, note: RegExp | null][] = [
  ["Dentist friday 9am", "Dentist 9am", /^"9am" stays in the title: a day is due as a whole\./],
  ["Zahnarzt übermorgen um 9", "Zahnarzt um 9", /^"um 9" stays in the title/],
  ["Stand-up every weekday at 9am", "Stand-up", null],
  ["Backup every! day", "Backup every! day", /^"every! day" stays in the title: it counts from when it was last done/],
  ["Backup every! 3 days", "Backup every! 3 days", /^"every! 3 days" stays in the title/],
  ["Pay every 31st", "Pay every 31st", /not every month has that day: say every last day/],
  ["Sport jeden zweiten Montag", "Sport jeden zweiten Montag", /every other week, or once a month/],
  ["every day", "every day", /^"every day" is the title/],
  ["Call Ana !hihg", "Call Ana !hihg", /^"!hihg" is no priority, and stays in the title: !urgent/],
  ["Fix the P1 incident", "Fix the P1 incident", /^"P1" is no priority/],
  ["Meet at the cafe", "Meet at the cafe", null],
  ["Send 12 euro", "Send 12 euro", null],
];

/** Days and what comes again in other languages; the last ones only look like days. */
const foreign: readonly [line: string, title: string, day: string | undefined, rrule?: string][] = [
  ["Zahnarzt übermorgen !high", "Zahnarzt", "2026-11-24"],
  ["Miete am Freitag @Inbox", "Miete", "2026-11-27"],
  ["Appeler Marie demain à 9h", "Appeler Marie à 9h", "2026-11-23"],
  ["Rendre le livre mardi", "Rendre le livre", "2026-11-24"],
  ["Llamar a Ana pasado mañana", "Llamar a Ana", "2026-11-24"],
  ["Pagar el alquiler el 5 de diciembre", "Pagar el alquiler", "2026-12-05"],
  ["Blumen gießen jeden Montag um 9 Uhr", "Blumen gießen", undefined, "FREQ=WEEKLY;BYDAY=MO"],
  ["Arroser les plantes tous les jours à 8h", "Arroser les plantes", undefined, "FREQ=DAILY"],
  ["Regar las plantas cada lunes a las 10", "Regar las plantas", undefined, "FREQ=WEEKLY;BYDAY=MO"],
  ["Visit Sam and buy Mars bars", "Visit Sam and buy Mars bars", undefined],
  ["Alle einladen", "Alle einladen", undefined],
  ["Heute", "Heute", undefined],
];

const present = { timezone: "UTC", now: () => Date.parse("2026-11-22T10:00:00Z") };

for (const [line, title, rrule, startsAt] of again) {
  test(`"${line}" is read as what comes again`, () => {
    const { priority: _priority, todoListName: _list, ...read } = readSpokenTodo(line, present);
    assert.deepEqual(read, { title, type: "responsibility", schedule: { rrule, startsAt, timezone: "UTC" } });
  });
}

for (const [line, title, note] of left) {
  test(`of "${line}" is said what was not understood`, () => {
    const read = readSpokenTodo(line, present);
    assert.equal(read.title, title);
    const notes = notesOn(read, present);
    assert.equal(notes.length, note === null ? 0 : 1, notes.join("\n"));
    if (note !== null) assert.match(notes[0] ?? "", note);
  });
}

test("Todoist's priorities and lists are understood in a line", async () => {
  const terminal = await signedIn(true, 80);
  const { id: todoListId } = await service.ok("createTodoList", { body: { name: "Work stuff" } });
  assert.deepEqual(
    ["p1", "p2", "p3", "p4"].map((one) => readSpokenTodo(`Call ${one} Ana`, present)),
    ["urgent", "high", "medium", null].map((priority) => ({
      title: "Call Ana",
      ...(priority !== null && { priority }),
    })),
  );
  assert.equal(
    (await terminal.run("add", "Fix", "the", "door", "#work-stuff", "p2")).out,
    "✓ Fix the door  (Work stuff, high)\n",
  );
  const [todo] = (await service.ok("listTodos", { query: { query: "Fix the door" } })).data;
  assert.equal(todo?.todoListId, todoListId);
  const { out, err } = await terminal.run("add", "Answer issue #5 in #nowhere");
  assert.match(out, /^✓ Answer issue #5 in #nowhere\n/);
  assert.match(err, /^"#nowhere" stays in the title: there is no such list\. There are: [\s\S]*Work\sstuff/);
  assert.match((await terminal.run("todos", "create", "Fix it at 9am")).err, /"at 9am" stays in the title/);
});

for (const [line, title, day, rrule] of foreign) {
  test(`"${line}" is read in its language`, () => {
    const read = readSpokenTodo(line, present);
    assert.deepEqual([read.title, read.dueDate, read.schedule?.rrule], [title, day, rrule]);
  });
}

test("wherever a day or a time is asked for, words will do", async () => {
  const terminal = await signedIn();
  const add = async (...more: string[]) =>
    terminal.json<{ dueDate: string; nextRunAt: string | null; rrule: string | null }>(
      "todos",
      "create",
      "Words",
      ...more,
      "--json",
    );
  assert.match((await add("--due-date", "2026-12-04")).dueDate, /^2026-12-04$/);
  for (const words of ["in 2 weeks", "in 2 Wochen", "dans 2 semaines", "en 2 semanas"])
    assert.equal((await add("--due-date", words)).dueDate, (await add("--due-date", "in 14 days")).dueDate, words);
  assert.equal((await add("--schedule", "every weekday at 9")).rrule, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR");
  assert.equal((await terminal.run("todos", "list", "--updated-since", "yesterday")).code, 0);
  const day = await terminal.run("todos", "create", "Words", "--due-date", "blurb");
  assert.deepEqual([day.code, day.out], [2, ""]);
  assert.match(day.err, /--due-date: expected a day, such as friday, "in 2 weeks" or 2026-12-04; got "blurb"\./);
  const schedule = await terminal.run("todos", "create", "Words", "--schedule", "now and then");
  assert.match(
    schedule.err,
    /--schedule: expected what comes again, such as "every weekday at 9", or JSON; got "now and then"\./,
  );
  const time = await terminal.run("todos", "list", "--updated-since", "whenever");
  assert.match(time.err, /--updated-since: expected a time, such as yesterday/);
});

const notUnderstood: readonly (readonly [words: string, why: string])[] = [
  ["every day at noonish", '"every day" is understood; "at noonish" is not.'],
  ["every monday at 99", '"every monday" is understood; "at 99" is not.'],
  ["every other blue moon", '"every other" is understood; "blue moon" is not.'],
  ["jeden Montag um halb acht", '"jeden Montag" is understood; "um halb acht" is not.'],
  ["monday at 9", "Did you mean every monday at 9?"],
  ["every other", '"every other" is a beginning, such as every weekday at 9, every 1st or every last friday.'],
  ["sometimes", "Say how often, such as every weekday at 9, every 1st or every last friday."],
];

for (const [words, why] of notUnderstood) {
  test(`of the schedule "${words}" is said what was not understood`, async () => {
    const { code, err } = await (await signedIn()).run("schedules", "preview", words);
    assert.equal(code, 2);
    assert.equal(
      err,
      `✗ --schedule: expected what comes again, such as "every weekday at 9", or JSON; got "${words}".\n  ${why}\n`,
    );
  });
}

test("what stands on a terminal of 80 columns fits it", async () => {
  const terminal = await signedIn(true, 80);
  const title = "A title that goes on and on so that it does not fit into one line of eighty columns at all";
  const screens = [
    await terminal.run("add", `${title} tomorrow`),
    await terminal.run("add", `${title} every weekday at 9`),
    await terminal.run("todos", "list"),
    await terminal.run("todos", "update", "1", "--due-date", "one of those days that nobody ever understands"),
    await terminal.run("todos", "--help"),
    await terminal.run("undo", "--yes"),
  ];
  assert.match(screens[0]?.out ?? "", /^✓ A title/);
  for (const { out, err } of screens) for (const line of `${out}${err}`.split("\n")) assert.ok(line.length <= 80, line);
});

test("the help fits a narrow terminal, too", async () => {
  for (const columns of [40, 80]) {
    const terminal = openTerminal({ isTerminal: true, isWatched: true, columns });
    for (const args of [["--help"], ["todos", "--help"], ["todos", "list", "--help"], ["todos", "list", "--colour"]]) {
      const { out, err } = await terminal.run(...args);
      for (const line of `${out}${err}`.split("\n")) assert.ok(line.length <= columns + 10, `${columns}: ${line}`);
    }
  }
});

test("a number of a list that was empty is refused in words that say so", async () => {
  const terminal = await signedIn(true);
  await terminal.run("todos", "list", "--query", "nothing has these words");
  assert.match((await terminal.run("todos", "get", "1")).err, /The last list was empty: there is no 1 in it/);
});

test("a group without a command shows what it is about", async () => {
  const terminal = await signedIn(true, 80);
  await create("Weed the roses", { dueDate: "2026-11-23" });
  assert.match((await terminal.run("todos")).out, /Weed the roses/);
  assert.match((await terminal.run("search", "roses")).out, /todo +Weed the roses/);
  const message = "Where are the roses?";
  await service.ok("createChat", { body: { message, title: "The garden", waitSeconds: 10 } });
  const { out } = await terminal.run("search", "roses", "--kinds", "message");
  assert.match(out, /message +The garden +Where are the roses\?/);
  assert.doesNotMatch(out, /todo|parent/);
  assert.match((await terminal.run("search", "roses", "--kinds", "note")).err, /one or several of todo, chat, message/);
  assert.match((await terminal.run("calendar")).out, /Weed the roses/);
  assert.match((await terminal.run("schedules", "every weekday at 9")).out, /Every week on Monday, Tuesday/);
});

test("flags that take an id take a name, and me", async () => {
  const terminal = await signedIn();
  const agent = await service.ok("createAgent", { body: { name: "Scribe" } });
  const list = await service.ok("createTodoList", { body: { name: "Garden" } });
  const made = ["todos", "create", "Rake the leaves", "--assignees", "me,Scribe", "--todo-list-id", "garden"];
  const todo = await terminal.json<{ assignees: { id: string; type: string }[]; todoListId: string }>(...made);
  assert.equal(todo.todoListId, list.id);
  assert.deepEqual(
    todo.assignees.map(({ type }) => type),
    ["user", "agent"],
  );
  assert.equal(todo.assignees[1]?.id, agent.id);
  const of = (...more: string[]) => terminal.json<{ data: { title: string }[] }>("todos", "list", ...more);
  for (const who of ["Scribe", "me"])
    assert.ok(
      (await of("--assignee-id", who)).data.some(({ title }) => title === "Rake the leaves"),
      who,
    );
  assert.match(
    (await terminal.run("todos", "list", "--assignee-id", "Nemo")).err,
    /No agent or member is called "Nemo"/,
  );
  assert.match((await terminal.run("todos", "run", "Paint")).err, /name one in --agent-id/);
});

test("a member is called me behind a command, too, and by the e-mail address", async () => {
  const terminal = await signedIn();
  for (const who of ["me", "ME", ownerEmail]) {
    const { err } = await terminal.run("workspaces", "remove-member", "Home", who);
    assert.match(err, /last owner of the workspace/, who);
  }
});

test("people see names where the interface has ids", async () => {
  const terminal = await signedIn(true, 80);
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Pomologist" } });
  const { id: todoListId } = await service.ok("createTodoList", { body: { name: "Orchard" } });
  const { id } = await create("Prune the pear", { todoListId, assignees: [{ id: agentId, type: "agent" }] });
  const { out } = await terminal.run("todos", "get", id);
  assert.match(out, /^list +Orchard$/m);
  assert.match(out, /^assignees +Pomologist$/m);
  const bare = (await (await signedIn()).run("todos", "get", id)).out;
  assert.match(bare, new RegExp(`^todoListId +${todoListId}$`, "m"), "programs see what the interface says");
});

test("a number of a list of other things is no part of a title", async () => {
  const terminal = await signedIn(true, 80);
  const { id } = await create("Order 1 chair");
  await terminal.run("agents");
  const { code, err } = await terminal.run("done", "1");
  assert.equal(code, 2);
  assert.match(err, /No open todo is called "1"\.[\s\S]*its numbers do not count here/);
  assert.equal(await statusOf(id), "ready");
});

test("of several that suit one may be called by its number", async () => {
  const terminal = await signedIn(true, 80);
  const [one, other] = [await create("Wash the car"), await create("Sell the car")];
  assert.match((await terminal.run("done", "the car")).err, /one of these numbers[\s\S]*1 {2}Sell the car/);
  assert.equal((await terminal.run("done", "1")).out, "✓ Sell the car\n");
  assert.deepEqual([await statusOf(one.id), await statusOf(other.id)], ["ready", "done"]);
});

test("the calendar is this week, day by day, and its numbers are its todos", async () => {
  const terminal = await signedIn(true, 80);
  const { id } = await create("Post the parcel", { dueDate: "2026-11-27" });
  const { out } = await terminal.run("calendar");
  assert.match(out, /^Friday 27 November\n(?:.+\n)*? +\d+ +Post the parcel$/m);
  const number = /(\d+) +Post the parcel/.exec(out)?.[1] ?? "";
  await terminal.run("done", number);
  assert.equal(await statusOf(id), "done");
});

test("what is due and comes again on the same day stands in the calendar once, with its hour", async () => {
  const terminal = await signedIn(true, 80);
  const schedule = { runAt: "2026-11-26T15:00:00Z" };
  const { id } = await create("Visit the dentist", { dueDate: "2026-11-26", schedule });
  const { out } = await terminal.run("calendar", "--from", "2026-11-26");
  assert.deepEqual(out.match(/.*dentist.*/g)?.length, 1, out);
  const number = /(\d+) +15:00 +Visit the dentist$/m.exec(out)?.[1] ?? "";
  await terminal.run("done", number, "--for-good");
  assert.equal(await statusOf(id), "done");
});

test("plain words are a note", async () => {
  const terminal = await signedIn();
  const { type } = await terminal.json<{ type: string }>("captures", "create", "Ana called");
  assert.equal(type, "note");
  assert.match((await terminal.run("captures", "create")).err, /content is required/);
});

test("add makes a todo that comes again", async () => {
  const terminal = await signedIn();
  const { out, err } = await terminal.run("add", "Stand-up every weekday at 9 !high");
  assert.match(out, /Stand-up {2}\(comes again, high\)\n$/);
  assert.equal(err, "");
  const [todo] = (await service.ok("listTodos", { query: { query: "Stand-up" } })).data;
  assert.deepEqual([todo?.title, todo?.scheduleType], ["Stand-up", "recurring"]);
});

test("words that only sound as if it came again stay in the title, and that is said", async () => {
  const terminal = await signedIn();
  for (const words of ["jeden zweiten Vollmond-Montag", "chaque jour de pluie", "cada semana santa"])
    assert.equal(
      (await terminal.run("add", `Etwas ${words}`)).err,
      `"${words}" was not understood, and stays in the title.\n`,
    );
  const { out, err } = await terminal.run("add", "Feed the cat every other blue moon");
  assert.match(out, /Feed the cat every other blue moon/);
  assert.equal(err, '"every other blue moon" was not understood, and stays in the title.\n');
  assert.equal((await terminal.run("add", "Read every page")).err, "");
});

test("--workspace takes a name, and says which there are", async () => {
  const terminal = await signedIn();
  const studio = await service.ok("createWorkspace", { credential: service.session, body: { name: "Studio" } });
  const only = await service.ok("createTodo", {
    credential: service.session,
    headers: { "Dayshift-Workspace": studio.id },
    body: { title: "Only in the studio" },
  });
  for (const named of ["studio", studio.id]) {
    const todos = await terminal.json<{ data: { id: string }[] }>("todos", "--workspace", named);
    assert.deepEqual(
      todos.data.map(({ id }) => id),
      [only.id],
    );
  }
  assert.equal(
    (await terminal.run("keys", "create", "Ours", "--scopes", "todos:read", "--workspace", "Studio")).code,
    0,
  );
  const { data } = await service.ok("listApiKeys", {
    credential: service.session,
    query: { workspaceId: studio.id },
  });
  assert.deepEqual(
    data.map(({ name }) => name),
    ["Ours"],
  );
  const { code, err } = await terminal.run("todos", "--workspace", "Attic");
  assert.equal(code, 2);
  assert.match(err, /There is no workspace Attic\.\n {2}There are: .*Studio/);
  await service.ok("createWorkspace", { credential: service.session, body: { name: "studio" } });
  assert.match((await terminal.run("todos", "--workspace", "Studio")).err, /Several workspaces are called Studio/);
});
