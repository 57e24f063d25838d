/** What a workspace must look like, and what commands on it are made of. */
import fc from "fast-check";
import type { ErrorCode } from "../../../src/schema/errors.ts";
import type { OperationId } from "../../../src/schema/operations/index.ts";
import type { TestService } from "../../helpers/service.ts";

export interface Todo {
  readonly id: string;
  title: string | null;
  content: string | null;
  status: "ready" | "in_progress" | "done";
  priority: "urgent" | "high" | "medium" | "low" | null;
  dueDate: string | null;
  listId: string;
  isArchived: boolean;
}

export interface Named {
  readonly id: string;
  name: string;
  isArchived: boolean;
  readonly isDefault: boolean;
}

export interface Chat {
  readonly id: string;
  status: "completed" | "failed";
  messages: number;
  isArchived: boolean;
  activity: number;
}

/** What the workspace must look like. Newest last. */
export interface Reference {
  readonly todos: Todo[];
  readonly lists: Named[];
  readonly agents: Named[];
  readonly chats: Chat[];
  activity: number;
}

export interface Real {
  readonly service: TestService;
  /** A key of the walk's own workspace. */
  readonly key: string;
}

export type Command = fc.AsyncCommand<Reference, Real>;

export async function ask(r: Real, operation: OperationId, request: object = {}): Promise<Record<string, unknown>> {
  r.service.clock.advance(10);
  return r.service.ok(operation, { credential: r.key, ...request });
}

export async function refused(r: Real, operation: OperationId, request: object, code: ErrorCode): Promise<void> {
  await r.service.refuses(operation, { credential: r.key, ...request }, code);
}

export function pick<T>(items: readonly T[], n: number): T | undefined {
  return items.length === 0 ? undefined : items[n % items.length];
}

export function remove<T>(items: T[], item: T): void {
  items.splice(items.indexOf(item), 1);
}

/** A command on one of the things there are; it does not apply when there is none. */
export function on<T>(
  name: string,
  from: (m: Reference) => readonly T[],
  n: number,
  run: (m: Reference, r: Real, one: T) => Promise<void>,
): Command {
  return {
    check: (m) => from(m).length > 0,
    run: (m, r) => run(m, r, pick(from(m), n) as T),
    toString: () => `${name} ${n}`,
  };
}

export function always(name: string, run: (m: Reference, r: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => name };
}

export const todosOf = (m: Reference) => m.todos;
export const listsOf = (m: Reference) => m.lists;
export const agentsOf = (m: Reference) => m.agents;
export const chatsOf = (m: Reference) => m.chats;
export const defaultList = (m: Reference): Named => m.lists.find((list) => list.isDefault) as Named;
export const livingIn = (m: Reference, listId: string) =>
  m.todos.filter((todo) => todo.listId === listId && !todo.isArchived);

export const at: fc.Arbitrary<number> = fc.nat(20);

/** Full case folding, as the service promises it. */
export function fold(text: string): string {
  return text.toUpperCase();
}

export interface Item extends Record<string, unknown> {
  readonly id: string;
}

export async function items(r: Real, operation: OperationId, query: object = {}): Promise<readonly Item[]> {
  return (await ask(r, operation, { query }))["data"] as Item[];
}
