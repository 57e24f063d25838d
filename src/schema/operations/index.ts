/** The table: every operation of the contract, and what follows from it. */
import type { Input, Operation, Output } from "../operation.ts";
import type { Scope } from "../scopes.ts";
import { admissionOperations } from "./admission.ts";
import { agentOperations } from "./agents.ts";
import { approvalOperations } from "./approvals.ts";
import { calendarOperations } from "./calendar.ts";
import { captureAppOperations } from "./capture-app.ts";
import { captureOperations } from "./captures.ts";
import { attachmentOperations, chatOperations } from "./chats.ts";
import { historyOperations } from "./history.ts";
import { invitationOperations } from "./invitations.ts";
import { keyOperations } from "./keys.ts";
import { metaOperations } from "./meta.ts";
import { minutesOperations } from "./minutes.ts";
import { modelOperations } from "./model.ts";
import { notificationOperations } from "./notifications.ts";
import { personOperations } from "./profile.ts";
import { sessionOperations } from "./sessions.ts";
import { syncOperations } from "./sync.ts";
import { todoListOperations } from "./todo-lists.ts";
import { todoMoveOperations } from "./todo-moves.ts";
import { todoOperations } from "./todos.ts";
import { workspaceOperations } from "./workspaces.ts";

/** Every operation of the public interface. */
const contract = [
  ...metaOperations,
  ...todoOperations,
  ...todoListOperations,
  ...chatOperations,
  ...agentOperations,
  ...captureOperations,
  ...keyOperations,
] as const;

/** What the app interface has beyond it. */
const app = [
  ...sessionOperations,
  ...personOperations,
  ...workspaceOperations,
  ...approvalOperations,
  ...attachmentOperations,
  ...invitationOperations,
  ...notificationOperations,
  ...minutesOperations,
  ...captureAppOperations,
  ...admissionOperations,
  ...historyOperations,
  ...syncOperations,
  ...todoMoveOperations,
  ...calendarOperations,
  ...modelOperations,
] as const;

type Every = (typeof contract)[number] | (typeof app)[number];

export type OperationId = Every["id"];
export type OperationOf<Id extends OperationId> = Extract<Every, { readonly id: Id }>;
export type WorkspaceOperationId = Extract<Every, { readonly home: "workspace" }>["id"];
export type GatewayOperationId = Extract<Every, { readonly home: "gateway" }>["id"];
export type InputOf<Id extends OperationId> = Input<OperationOf<Id>>;
export type OutputOf<Id extends OperationId> = Output<OperationOf<Id>>;

/** The operations of the public interface. */
export const publicTable: readonly Operation[] = contract;

/** The operations of the app interface. */
export const appTable: readonly Operation[] = app;

const byId = new Map<string, Operation>([...publicTable, ...appTable].map((record) => [record.id, record]));

/** The record of an operation that is routed; throws on an unknown id. */
export function operationById(id: OperationId): Operation {
  const record = byId.get(id);
  if (record === undefined) throw new Error(`Expected the id of an operation, got ${id}.`);
  return record;
}

/** True when a credential of that kind, with those scopes, may call the operation. */
export function mayCall(record: Operation, scopes: readonly Scope[], isSession: boolean): boolean {
  if (record.auth === "none" || record.auth === "any") return true;
  if (record.auth === "session") return isSession;
  return scopes.includes(record.auth);
}

/** Ids of the public operations that the credential can call, in the order of the table. */
export function allowedOperations(scopes: readonly Scope[], isSession: boolean): string[] {
  return publicTable.filter((record) => mayCall(record, scopes, isSession)).map((record) => record.id);
}
