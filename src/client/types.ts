/** What the client's methods take and give, read off the operation table: no generated code. */
import type { GenericSchema, InferInput } from "valibot";
import type { Operation, Output, PathParameter } from "../schema/operation.ts";
import type { OperationId, OperationOf } from "../schema/operations/index.ts";
import type { Chat, Message } from "../schema/chat.ts";
import type { CallOptions, Text, WaitOptions } from "./options.ts";

type BodyOf<O extends Operation> = O extends { readonly bytes: object }
  ? { bytes: Blob | Uint8Array; contentType?: string }
  : JsonOf<O>;
type JsonOf<O extends Operation> = O["body"] extends GenericSchema ? InferInput<O["body"]> : unknown;
type Flat<T> = { [Key in keyof T]: T[Key] };

/** Parameters of path and query, and the fields of the body, as one flat object (tools of agents take the same). */
export type Arguments<O extends Operation> = Flat<
  { [Name in PathParameter<O["path"]>]: string } & InferInput<O["query"]> & BodyOf<O>
>;

type Parameters<O extends Operation> =
  Partial<Arguments<O>> extends Arguments<O>
    ? [input?: Arguments<O>, options?: CallOptions]
    : [input: Arguments<O>, options?: CallOptions];

type Answer<O extends Operation> = O["success"] extends { readonly texts: readonly string[] } ? Text : Output<O>;

export type Method<O extends Operation> = (...given: Parameters<O>) => Promise<Answer<O>>;

/** Operations that answer page by page. */
export type PagedId = {
  [Id in OperationId]: OperationOf<Id>["query"]["entries"] extends { readonly limit: unknown; readonly cursor: unknown }
    ? Id
    : never;
}[OperationId];

type ItemOf<Id extends PagedId> =
  Output<OperationOf<Id>> extends { readonly data: readonly (infer Item)[] } ? Item : never;

/** Every item of every page, asked for as the loop goes on. */
export type Walk<Id extends PagedId> = (
  ...given: Parameters<OperationOf<Id>>
) => AsyncGenerator<ItemOf<Id>, void, void>;

/** A chat that no agent works on now, and what was said. */
export interface Waited {
  readonly chat: Chat;
  readonly messages: readonly Message[];
}

/** A method for each operation, by its id. */
export type Client = { readonly [Id in OperationId]: Method<OperationOf<Id>> } & {
  /** Walks through all pages: `for await (const todo of dayshift.each.listTodos({ status: "active" }))`. */
  readonly each: { readonly [Id in PagedId]: Walk<Id> };
  /** Looks about once a second until the turn has ended or waits for a person; never holds a connection open. */
  waitForChat(chatId: string, options?: WaitOptions): Promise<Waited>;
};
