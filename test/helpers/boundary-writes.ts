/** What the boundary tests write: for every operation that changes something, bodies that are carried out, and ids of its own. */
import type { Operation } from "../../src/schema/operation.ts";
import type { OperationId } from "../../src/schema/operations/index.ts";
import { png, uploaded, uploading } from "./images.ts";
import type { Boundary, Ids } from "./boundary.ts";

export interface BoundaryWrites {
  /** One of each thing that is there, by the name of its parameter; captures and todos aside. */
  readonly known: Ids;
  /** A chat that waits for approvals. */
  readonly waiting: string;
  /** Bodies that are carried out where the scope is there; they name captures and redacted todos wherever they can. */
  readonly bodiesOf: (record: Operation) => readonly object[];
  /** What the operation changes for good is its own; the rest is put right again. */
  readonly ownIds: (record: Operation) => Promise<Ids>;
  /** A number that was not given out before. */
  readonly next: () => number;
}

export const soon = { schedule: { rrule: "FREQ=DAILY", message: "x" } };

/** Makes the things that the writes need. */
export async function prepareWrites(boundary: Boundary): Promise<BoundaryWrites> {
  const { service, note, start } = boundary;
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Somebody" } });
  const { id: skillId } = await service.ok("createAgentSkill", { path: { agentId }, body: { name: "Something" } });
  const { id: todoListId } = await service.ok("createTodoList", { body: { name: "Somewhere" } });
  const talker = await service.keyFor(["chats:read", "chats:write", "captures:read"]);
  const begun = () => start(talker, { captureIds: [note], message: "Briefly: what was said?" });
  const chatId = await begun();
  const waiting = await start(service.key, { captureIds: [note], agentId });
  const [approval] = (await service.ok("listApprovals", { query: { chatId: waiting, status: "pending" } })).data;
  await service.ok("updateTodo", { path: { todoId: boundary.redacted }, body: { priority: "high" } });
  const { data: changes } = await service.ok("listRecordChanges", { query: { todoId: boundary.redacted, limit: "1" } });
  const changeIds = changes.map(({ id }) => id);
  let image = (await uploaded(service)).id;
  let count = 0;
  const next = () => (count += 1);
  const name = () => `x ${next()}`;
  const bodies: { readonly [Id in OperationId]?: () => readonly object[] } = {
    createTodo: () => [
      { title: "x", captureId: note },
      { title: "x", run: true, assignees: [{ id: agentId, type: "agent" }] },
      { title: "x", todoListName: "canar" },
    ],
    batchCreateTodos: () => [{ data: [{ title: "x", captureId: note }, { content: "x" }] }],
    updateTodo: () => [
      { status: "in_progress" },
      { priority: "low", dueDate: "2026-05-05" },
      soon,
      { assignees: [{ id: agentId, type: "agent" }] },
      { content: "x" },
      { title: "x" },
    ],
    bulkUpdateTodos: () => [{ changes: [{ todoId: boundary.redacted, priority: "low" }] }],
    moveTodo: () => [{ after: null }, { after: boundary.redacted, status: "in_progress" }],
    undoRecordChanges: () => [
      { changeIds, dryRun: true },
      { changeIds, onConflict: "skip" },
    ],
    previewSchedule: () => [{ schedule: { rrule: "FREQ=DAILY;BYHOUR=9;BYMINUTE=0" } }],
    runTodo: () => [{ agentId }, { agentId, message: "Hello" }, {}],
    retireTodoSchedule: () => [{}],
    createTodoList: () => [{ name: name() }],
    updateTodoList: () => [{ color: "#112233" }],
    createAgent: () => [{ name: name() }],
    updateAgent: () => [{ description: name() }],
    previewAgentUpdate: () => [{ description: "another" }],
    createAgentSkill: () => [{ name: name() }],
    updateAgentSkill: () => [{ instructions: "x" }],
    createCapture: () => [{ type: "note", content: "x", tags: ["CANARYtag"] }, { type: "recording" }],
    updateCapture: () => [{}, { title: "x" }, { tags: ["canarytag", "x"] }, { notes: "x" }, { content: "x" }],
    createChat: () => [
      { message: "Read", captureIds: [note] },
      { message: "Briefly", todoId: boundary.redacted },
    ],
    createAttachment: () => [{ bytes: png(), contentType: "image/png" }],
    createChatWithImages: () => [{ message: "Briefly", todoId: boundary.redacted, attachmentIds: [image] }],
    sendMessageWithImages: () => [{ message: "Briefly", waitSeconds: 60, attachmentIds: [image] }],
    updateChat: () => [{ title: "x" }],
    sendMessage: () => [{ message: "Briefly", waitSeconds: 60 }],
    decideApproval: () => [{ decision: "approve" }, { decision: "edit", editedInput: {} }],
  };

  /** A capture with a canary in every field that a person can write. */
  const copyOfNote = async (): Promise<string> => {
    const body = { type: "note", content: "# CanaryTitle\nCanaryBody", tags: ["CanaryTag"] };
    const { id: captureId } = await service.ok("createCapture", { body });
    await service.ok("updateCapture", { path: { captureId }, body: { notes: "CanaryNotes" } });
    return captureId;
  };

  return {
    known: { agentId, skillId, todoListId, chatId, approvalId: approval?.id ?? "" },
    waiting,
    next,
    bodiesOf: ({ id }) => bodies[id as OperationId]?.() ?? [],
    ownIds: async ({ id, path }) => {
      if (id === "deleteAgent") return { agentId: (await service.ok("createAgent", { body: { name: name() } })).id };
      // Beyond what may wait unsent the last one is named again, and refused.
      const another = id.endsWith("WithImages") ? await service.call("createAttachment", uploading(png())) : null;
      if (another?.status === 201) image = (another.body as { id: string }).id;
      if (id === "deleteChat") return { chatId: await begun() };
      const todoId = path.includes("{todoId}") ? { todoId: boundary.takeRedacted() } : {};
      if (id === "completeOccurrence") await service.ok("updateTodo", { path: todoId, body: soon });
      const captureId = path.includes("{captureId}") ? { captureId: await copyOfNote() } : {};
      return { ...todoId, ...captureId };
    },
  };
}
