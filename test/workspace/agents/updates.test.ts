/** Updating an agent, and showing what an update would change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentUpdate, WorkingHours } from "../../../src/schema/agent.ts";
import { setting } from "./setting.ts";

const hours = (...windows: [WorkingHours["windows"][number]["days"], string, string][]): WorkingHours => ({
  timezone: "Europe/Berlin",
  windows: windows.map(([days, start, end]) => ({ days, start, end })),
});
const week = hours([["monday", "friday"], "09:00", "17:00"]);

const refusedHours: [string, WorkingHours, string][] = [
  ["an end before the start", hours([["monday"], "22:00", "06:00"]), "workingHours.windows[0].end"],
  ["an end at the start", hours([["monday"], "09:00", "09:00"]), "workingHours.windows[0].end"],
  [
    "windows of one day that overlap",
    hours([["monday"], "09:00", "12:00"], [["tuesday"], "09:00", "12:00"], [["monday", "friday"], "11:59", "13:00"]),
    "workingHours.windows[2]",
  ],
  [
    "a window within another",
    hours([["monday"], "09:00", "17:00"], [["monday"], "10:00", "11:00"]),
    "workingHours.windows[1]",
  ],
  ["a day named twice", hours([["monday", "monday"], "09:00", "17:00"]), "workingHours.windows[0].days[1]"],
];

for (const [what, workingHours, param] of refusedHours) {
  test(`working hours with ${what} are refused`, (t) => {
    const space = setting(t);
    const path = { agentId: space.agent("Bookkeeper") };
    space.refuses("updateAgent", { path, body: { workingHours } }, "validation_failed", param);
    space.refuses("previewAgentUpdate", { path, body: { workingHours } }, "validation_failed", param);
    assert.equal(space.run("getAgent", { path }).workingHours, null);
  });
}

const contradictions: [string, AgentUpdate, string][] = [
  ["hours in force without hours", { workingHoursEnabled: true }, "workingHoursEnabled"],
  ["hours in force, and cleared", { workingHoursEnabled: true, clear: ["workingHours"] }, "workingHoursEnabled"],
  ["a field cleared and set", { clear: ["instructions", "description"], description: "Text" }, "clear[1]"],
  ["hours cleared and set", { clear: ["workingHours"], workingHours: week }, "clear[0]"],
];

for (const [what, body, param] of contradictions) {
  test(`an update with ${what} is refused`, (t) => {
    const space = setting(t);
    const path = { agentId: space.agent("Bookkeeper") };
    space.refuses("updateAgent", { path, body }, "validation_failed", param);
  });
}

test("hours in force are not taken away, by null or by clear, unless they are switched off", (t) => {
  const space = setting(t);
  const path = { agentId: space.agent("Bookkeeper") };
  space.run("updateAgent", { path, body: { workingHoursEnabled: true, workingHours: week } });
  space.refuses("updateAgent", { path, body: { workingHours: null } }, "validation_failed", "workingHours");
  space.refuses("updateAgent", { path, body: { clear: ["workingHours"] } }, "validation_failed", "clear[0]");
  const off = space.run("updateAgent", { path, body: { workingHoursEnabled: false, clear: ["workingHours"] } });
  assert.deepEqual([off.workingHoursEnabled, off.workingHours], [false, null]);
});

test("a stale expectedVersion is refused and the message names the current version", (t) => {
  const space = setting(t);
  const path = { agentId: space.agent("Bookkeeper") };
  space.run("updateAgent", { path, body: { name: "Keeper", expectedVersion: 1 } });
  for (const id of ["updateAgent", "previewAgentUpdate"] as const) {
    const input = { path, body: { name: "Keeper", expectedVersion: 1 } };
    space.refuses(id, input, "resource_conflict", "expectedVersion", /at version 2, not 1/);
  }
});

test("a name that another active agent has is refused, in the preview too; its own name in another case is not", (t) => {
  const space = setting(t);
  const path = { agentId: space.agent("Bookkeeper") };
  space.refuses("updateAgent", { path, body: { name: "ASSISTANT" } }, "resource_conflict", "name");
  space.refuses("previewAgentUpdate", { path, body: { name: "ASSISTANT" } }, "resource_conflict", "name");
  assert.equal(space.run("updateAgent", { path, body: { name: "BookKeeper" } }).name, "BookKeeper");
});

test("changes come in the order of the agent's fields, and the version grows by one", (t) => {
  const space = setting(t);
  const path = { agentId: space.agent("Bookkeeper") };
  space.run("updateAgent", { path, body: { description: "Old" } });
  space.now += 1000;
  const body: AgentUpdate = {
    archived: true,
    workingHours: week,
    workingHoursEnabled: true,
    clear: ["description"],
    approvalGuidance: "Ask above 100.",
    requiresApproval: false,
    instructions: "Keep order.",
    name: "Keeper",
  };
  const { changes, version, updatedAt } = space.run("updateAgent", { path, body });
  assert.deepEqual(changes, [
    { field: "name", from: "Bookkeeper", to: "Keeper" },
    { field: "description", from: "Old", to: null },
    { field: "instructions", from: null, to: "Keep order." },
    { field: "requiresApproval", from: true, to: false },
    { field: "approvalGuidance", from: null, to: "Ask above 100." },
    { field: "workingHoursEnabled", from: false, to: true },
    { field: "workingHours", from: null, to: week },
    { field: "isArchived", from: false, to: true },
  ]);
  assert.deepEqual([version, updatedAt], [3, "2026-01-05T09:00:01.000Z"]);
});

test("an update that changes nothing leaves version and time alone", (t) => {
  const space = setting(t);
  const path = { agentId: space.agent("Bookkeeper") };
  const before = space.run("updateAgent", { path, body: { workingHours: week, description: "Text" } });
  space.now += 1000;
  const same: AgentUpdate = {
    name: "Bookkeeper",
    description: "Text",
    instructions: "",
    requiresApproval: true,
    workingHours: structuredClone(week),
    archived: false,
    clear: ["approvalGuidance"],
  };
  for (const body of [{}, same]) {
    assert.deepEqual(space.run("updateAgent", { path, body }), { ...before, changes: [] });
  }
});

test("an empty text clears, as null does", (t) => {
  const space = setting(t);
  const path = { agentId: space.agent("Bookkeeper") };
  for (const instructions of ["", null]) {
    space.run("updateAgent", { path, body: { instructions: "Text" } });
    assert.equal(space.run("updateAgent", { path, body: { instructions } }).instructions, null);
  }
});

test("a night shift is two windows, and a day may end at 24:00", (t) => {
  const space = setting(t);
  const path = { agentId: space.agent("Bookkeeper") };
  const workingHours = hours(
    [["monday"], "22:00", "24:00"],
    [["tuesday"], "00:00", "06:00"],
    [["monday"], "06:00", "22:00"],
  );
  assert.deepEqual(space.run("updateAgent", { path, body: { workingHours } }).workingHours, workingHours);
});

test("a preview answers the changes and the current version, and changes nothing", (t) => {
  const space = setting(t);
  const path = { agentId: space.agent("Bookkeeper") };
  const before = space.run("getAgent", { path });
  const preview = space.run("previewAgentUpdate", { path, body: { name: "Keeper", expectedVersion: 1 } });
  assert.deepEqual(preview, {
    object: "agent_update_preview",
    agentId: path.agentId,
    version: 1,
    noop: false,
    changes: [{ field: "name", from: "Bookkeeper", to: "Keeper" }],
  });
  assert.deepEqual(space.run("getAgent", { path }), before);
  const idle = space.run("previewAgentUpdate", { path, body: { name: "Bookkeeper" } });
  assert.deepEqual([idle.noop, idle.changes], [true, []]);
});
