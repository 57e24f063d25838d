/** Words of turns in progress, as they wait for those who ask. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWords, type SaidWords } from "../../../src/actors/feed/words.ts";
import type { Caller } from "../../../src/schema/caller.ts";
import { scopes as everyScope } from "../../../src/schema/scopes.ts";
import { fakeId } from "../../helpers/ids.ts";

const reader = callerWith(everyScope);

function callerWith(scopes: Caller["scopes"]): Caller {
  const [workspaceId, userId, credentialId] = [fakeId(1), fakeId(2), fakeId(3)];
  return { workspaceId, userId, credentialType: "api_key", credentialId, scopes };
}

function speaking() {
  let count = 0;
  const words = createWords(() => (count += 1));
  const say = (turnId: string, text: string, carries = false): void =>
    words.say({ chatId: `chat of ${turnId}`, turnId, carries, text });
  return { words, say, count: () => count };
}

function heard(words: SaidWords, caller = reader, position: number | null = null) {
  return words.after(caller, position).texts.map((text) => JSON.parse(text) as Record<string, unknown>);
}

test("what was said of a turn comes as one frame, also where turns speak at the same time", () => {
  const { words, say, count } = speaking();
  for (const text of ["Good ", "morn", "", "ing"]) {
    say("one", text);
    say("two", text.toUpperCase());
  }
  assert.equal(count(), 6);
  const frame = { type: "delta", at: 0 };
  assert.deepEqual(heard(words), [
    { ...frame, chatId: "chat of one", turnId: "one", text: "Good morning" },
    { ...frame, chatId: "chat of two", turnId: "two", text: "GOOD MORNING" },
  ]);
});

test("each hears the rest from where it was, with how much came before it", () => {
  const { words, say } = speaking();
  say("one", "Good ");
  const { position } = words.after(reader, null);
  assert.deepEqual(heard(words, reader, position), []);
  say("one", "morning");
  assert.deepEqual(heard(words, reader, position), [
    { type: "delta", chatId: "chat of one", turnId: "one", at: 5, text: "morning" },
  ]);
  assert.equal(heard(words, reader, position + 1000)[0]?.["text"], "Good morning");
});

test("a step that begins again begins its words again", () => {
  const { words, say } = speaking();
  say("one", "Goo");
  const { position } = words.after(reader, null);
  words.end("one");
  assert.deepEqual(heard(words), []);
  say("one", "Good");
  for (const from of [null, position]) {
    const [{ at, text } = {}] = heard(words, reader, from);
    assert.deepEqual([at, text], [0, "Good"]);
  }
});

test("only with chats:read, and with captures:read where content of captures was shown", () => {
  const { words, say } = speaking();
  say("clean", "clean");
  say("carrying", "secret", true);
  const texts = (scopes: Caller["scopes"]) => heard(words, callerWith(scopes)).map(({ text }) => text);
  assert.deepEqual(texts(["chats:read", "captures:read"]), ["clean", "secret"]);
  assert.deepEqual(texts(["chats:read"]), ["clean"]);
  assert.deepEqual(texts(["captures:read", "todos:read"]), []);
});

test("65,536 characters wait in a workspace, no matter who does not ask, and how many turns there are", () => {
  const { words, say } = speaking();
  for (let at = 0; at < 1000; at += 1) say(`${at % 7}`, "x".repeat(1000));
  const length = () => heard(words).reduce((sum, { text }) => sum + (text as string).length, 0);
  assert.equal(length(), 65_000);
  say("long", "y".repeat(70_000));
  assert.equal(length(), 0);
  say("long", "z");
  assert.deepEqual(
    heard(words).map(({ at, text }) => [at, text]),
    [[70_000, "z"]],
  );
});
