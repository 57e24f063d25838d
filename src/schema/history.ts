/** Shapes of what was changed, by whom, and of undoing it. */
import * as v from "valibot";
import { dateTime, id, instant, list, paging, uuid } from "./common.ts";
import { ownKinds } from "./record-kinds.ts";

/** Names an entry of the journal for ever. */
const changeId = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}-[\w-]{8}$/, "Expected the id of a change, as listRecordChanges answers it."),
);

const kind = v.picklist(ownKinds);
const anything = v.pipe(v.nullable(v.unknown()), v.description("As the record shows the field."));

const field = v.object({ field: v.string(), from: anything, to: anything });

const undoState = v.object({
  state: v.pipe(
    v.picklist(["possible", "done", "changed_since", "erased", "final"]),
    v.description(
      "`possible`: it can be undone. `done`: it was. `changed_since`: somebody has changed the same since. `erased`: its record, or the text of the change, is gone. `final`: it cannot be undone.",
    ),
  ),
  why: v.pipe(v.nullable(v.string()), v.description("In words; null where it is possible and nothing is to be said.")),
});

const actor = v.object({
  type: v.picklist(["user", "agent", "service"]),
  id: v.nullable(id),
  name: v.nullable(v.string()),
});

export const recordChange = v.object({
  object: v.literal("record_change"),
  id: v.string(),
  at: instant,
  operation: v.pipe(v.string(), v.description("Id of the operation, or `service` for what follows by itself.")),
  actor,
  onBehalfOf: v.pipe(v.nullable(id), v.description("The person for whom an agent acted.")),
  changeSetId: v.pipe(id, v.description("The same for all that one call changed.")),
  runId: v.nullable(id),
  chatId: v.nullable(id),
  turnId: v.pipe(v.nullable(id), v.description("The same for all that an agent changed after one message.")),
  toolCallId: v.nullable(v.string()),
  approvalId: v.nullable(id),
  kind,
  recordId: id,
  recordTitle: v.nullable(v.string()),
  op: v.picklist(["created", "updated", "archived", "restored", "erased"]),
  fields: v.array(field),
  undoes: v.pipe(v.nullable(v.string()), v.description("The change that this one undid.")),
  undo: undoState,
});

/** What an agent was made of by one effective update. */
export const agentVersion = v.object({
  object: v.literal("agent_version"),
  version: v.pipe(v.number(), v.integer()),
  at: instant,
  by: actor,
  changeId: v.pipe(v.string(), v.description("The change in the history: `undoRecordChanges` takes it.")),
  changes: v.pipe(v.array(field), v.description("What became different; all fields in the first version.")),
});
export const agentVersionQuery = v.strictObject(paging);
export const agentVersionPage = list(agentVersion);

export const recordChangeQuery = v.strictObject({
  ...paging,
  runId: v.optional(v.pipe(uuid, v.description("What the agent changed in this run."))),
  chatId: v.optional(v.pipe(uuid, v.description("What the agent changed in this chat."))),
  todoId: v.optional(v.pipe(uuid, v.description("What was changed of this todo."))),
  agentId: v.optional(v.pipe(uuid, v.description("What this agent changed."))),
  turnId: v.optional(v.pipe(uuid, v.description("What the agent changed after one message."))),
  changeSetId: v.optional(v.pipe(uuid, v.description("What one call changed."))),
  from: v.optional(v.pipe(dateTime, v.description("What was changed then or later."))),
  to: v.optional(v.pipe(dateTime, v.description("What was changed before then."))),
});
export const recordChangePage = list(recordChange);

export const undoRequest = v.pipe(
  v.strictObject({
    changeIds: v.optional(v.pipe(v.array(changeId), v.minLength(1), v.maxLength(500))),
    runId: v.optional(v.pipe(uuid, v.description("All that the agent changed in this run."))),
    chatId: v.optional(v.pipe(uuid, v.description("All that the agent changed in this chat."))),
    turnId: v.optional(v.pipe(uuid, v.description("All that the agent changed after one message."))),
    changeSetId: v.optional(v.pipe(uuid, v.description("All that one call changed."))),
    tree: v.optional(v.pipe(v.boolean(), v.description("The runs that were started by it, too.")), false),
    dryRun: v.optional(v.pipe(v.boolean(), v.description("Says what would happen, and changes nothing.")), false),
    onConflict: v.optional(
      v.pipe(
        v.picklist(["refuse", "skip"]),
        v.description("`refuse`: nothing is undone when something cannot be. `skip`: it is left, and named."),
      ),
      "refuse",
    ),
  }),
  v.description("Exactly one of `changeIds`, `runId`, `chatId`, `turnId` and `changeSetId`."),
  v.examples([{ runId: "018f4e6a-0000-7000-8000-000000000009", tree: false, dryRun: true, onConflict: "refuse" }]),
);

export const undoAnswer = v.object({
  object: v.literal("undo"),
  dryRun: v.boolean(),
  changes: v.pipe(
    v.array(
      v.object({
        changeId: v.string(),
        kind,
        recordId: id,
        recordTitle: v.nullable(v.string()),
        op: recordChange.entries.op,
        fields: v.array(v.string()),
      }),
    ),
    v.description("What was asked for, the newest first, as it was before."),
  ),
  undone: v.pipe(v.array(v.string()), v.description("Ids of the changes, the newest first.")),
  left: v.array(
    v.object({
      changeId: v.string(),
      reason: v.picklist(["done", "changed_since", "erased", "final", "refused", "missing_scope"]),
      why: v.string(),
      fields: v.pipe(
        v.nullable(v.array(v.string())),
        v.description("The fields that stay as they are; null when all of the change does."),
      ),
    }),
  ),
  closedChats: v.pipe(
    v.array(v.object({ chatId: id, title: v.nullable(v.string()), todoId: id })),
    v.description(
      "Chats that were closed when a todo was done which is open again. They stay closed until somebody writes in them.",
    ),
  ),
});

export const auditQuery = v.strictObject({ cursor: paging.cursor });
export const auditVerification = v.object({
  object: v.literal("audit_verification"),
  checked: v.pipe(v.number(), v.integer(), v.description("Entries that were verified by this call.")),
  isIntact: v.pipe(v.boolean(), v.description("Whether each of them is what was written.")),
  broken: v.pipe(
    v.nullable(v.object({ changeId: v.string(), why: v.string() })),
    v.description("The first entry that is not."),
  ),
  head: v.pipe(
    v.nullable(v.object({ changeId: v.string(), hash: v.string() })),
    v.description(
      "The last entry that was verified. Keep it elsewhere, and compare it later: entries may only be added after it.",
    ),
  ),
  nextCursor: v.pipe(v.nullable(v.string()), v.description("Goes on with the entries after these; null at the end.")),
});

export type AgentVersion = v.InferOutput<typeof agentVersion>;
export type RecordChange = v.InferOutput<typeof recordChange>;
export type UndoRequest = v.InferOutput<typeof undoRequest>;
export type UndoAnswer = v.InferOutput<typeof undoAnswer>;
