/** What becomes of the words of agents that have content of captures before them: each tool that takes words has a ruling. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as v from "valibot";
import { date, line, message, timezone, uuid } from "../../../src/schema/common.ts";
import { freeTextFields, takesFreeText } from "../../../src/schema/free-text.ts";
import { agentTools } from "../../../src/schema/operations/tools.ts";
import { needsApproval } from "../../../src/workspace/captures/boundary.ts";
import { pluck } from "../../helpers/pluck.ts";

const id = "0195f3a0-0000-7000-8000-0000000000ff";

test("every tool that writes words says what becomes of content of captures", { rules: ["boundary.held"] }, () => {
  const writing = agentTools.filter(({ changes, operation }) => changes && freeTextFields(operation).length > 0);
  const ruled = writing.filter(({ operation }) => operation.auth !== "captures:write");
  assert.ok(ruled.length > 5);
  assert.deepEqual(
    pluck(
      ruled.filter(({ operation }) => operation.agentTexts === undefined),
      "name",
    ),
    [],
    "Say with agentTexts whether what an agent writes there is marked, and withheld where it is shown, or held for a person.",
  );
  const marked = agentTools.filter(({ operation }) => operation.agentTexts === "marked");
  // Titles and contents are redacted, messages mark the chats that they begin (todos/redaction.ts, series/lifecycle.ts, runs/start.ts), and
  // the name of a list only looks one up. Another field of words needs a redaction of its own.
  assert.deepEqual(Object.fromEntries(marked.map(({ name, operation }) => [name, freeTextFields(operation)])), {
    create_todo: ["title", "content", "todoListName", "schedule"],
    batch_create_todos: ["data"],
    update_todo: ["title", "content", "schedule"],
    run_todo: ["message"],
  });
});

test("a call with content is stopped where its words are not marked", { rules: ["boundary.held"] }, () => {
  const cases: readonly [name: string, input: object, carried: readonly string[] | null, needsApproval: boolean][] = [
    ["create_todo_list", { name: "a" }, [id], true],
    ["create_todo_list", { name: "a" }, [], true],
    ["create_todo_list", { name: "a" }, null, false],
    ["update_todo_list", { todoListId: id, archived: true, color: "#112233" }, [id], false],
    ["update_todo_list", { todoListId: id, emoji: "a" }, [id], true],
    ["update_agent", { agentId: id, requiresApproval: false, clear: ["instructions"] }, [id], false],
    ["update_agent", { agentId: id, approvalGuidance: "a" }, [id], true],
    ["create_agent", { name: "a" }, [id], true],
    ["update_agent_skill", { agentId: id, skillId: id, instructions: "a" }, [id], true],
    ["preview_agent_update", { agentId: id, name: "a" }, [id], false],
    ["create_todo", { title: "a" }, [id], false],
    ["run_todo", { todoId: id, message: "a" }, [id], false],
    ["create_capture", { type: "note", content: "a" }, [id], false],
    ["list_todos", { query: "a" }, [id], false],
    ["no_such_tool", { name: "a" }, [id], false],
  ];
  for (const [name, input, carried, expected] of cases) {
    assert.equal(needsApproval(name, { ...input }, carried), expected, `${name} ${JSON.stringify(input)}`);
  }
});

test("a shape takes words unless something bounds its strings", () => {
  const free = [
    line(9),
    message(9),
    v.string(),
    v.pipe(v.string(), v.trim()),
    v.unknown(),
    v.record(v.string(), v.string()),
  ];
  const bound = [uuid, date, timezone, v.picklist(["a"]), v.number(), v.boolean(), v.pipe(v.string(), v.regex(/^a$/))];
  for (const shape of free) {
    assert.equal(takesFreeText(shape), true, shape.type);
    assert.equal(takesFreeText(v.optional(v.nullable(v.array(shape)))), true);
    assert.equal(takesFreeText(v.strictObject({ inner: v.pipe(v.optional(shape), v.description("x")) })), true);
    assert.equal(takesFreeText(v.union([v.number(), shape])), true);
  }
  for (const shape of bound) {
    assert.equal(takesFreeText(shape), false, shape.type);
    assert.equal(takesFreeText(v.optional(v.nullable(v.array(shape)))), false);
    assert.equal(takesFreeText(v.union([v.number(), shape])), false);
  }
});
