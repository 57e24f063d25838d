/** What the client's methods take and give, read off the operation table: no generated code. */
import type { GenericSchema, InferInput } from "valibot";
import type { Operation, Output, PathParameter } from "../schema/operation.ts";
import type { OperationId, OperationOf } from "../schema/operations/index.ts";
import type { Chat, Message } from "../schema/chat.ts";

/** For one call. */
export interface CallOptions {
  /** Ends the call and its retries. */
  readonly signal?: AbortSignal;
  /** For a creating call, in place of a random one: a repeated call with the same key has its effect once. */
  readonly idempotencyKey?: string;
}

type BodyOf<O extends Operation> = O["body"] extends GenericSchema ? InferInput<O["body"]> : unknown;
type Flat<T> = { [Key in keyof T]: T[Key] };

/** Parameters of path and query, and the fields of the body, as one flat object (tools of agents take the same). */
export type Arguments<O extends Operation> = Flat<
  { [Name in PathParameter<O["path"]>]: string } & InferInput<O["query"]> & BodyOf<O>
>;

type Parameters<O extends Operation> =
  Partial<Arguments<O>> extends Arguments<O>
    ? [input?: Arguments<O>, options?: CallOptions]
    : [input: Arguments<O>, options?: CallOptions];

/** The answer of an operation that gives a text. */
export interface Text {
  readonly contentType: string;
  readonly text: string;
}

type Answer<O extends Operation> = O["success"] extends { readonly texts: readonly string[] } ? Text : Output<O>;

export type Method<O extends Operation> = (...given: Parameters<O>) => Promise<Answer<O>>;

/** Operations that answer page by page. */
export type PagedId = {
  [Id in OperationId]: OperationOf<Id>["query"]["entries"] extends { readonly cursor: unknown } ? Id : never;
}[OperationId];

type ItemOf<Id extends PagedId> =
  Output<OperationOf<Id>> extends { readonly data: readonly (infer Item)[] } ? Item : never;

/** Every item of every page, asked for as the loop goes on. */
export type Walk<Id extends PagedId> = (
  ...given: Parameters<OperationOf<Id>>
) => AsyncGenerator<ItemOf<Id>, void, void>;

export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Only messages after it are given; 0 gives all. */
  readonly afterSequence?: number;
  /** Between two looks, in milliseconds; 1000 unless told. */
  readonly everyMs?: number;
}

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

export interface ClientOptions {
  /** Origin of the service, such as `https://work.example`. */
  readonly url: string;
  /** An API key, a session token or an OAuth token, or what gives the one to use now. Left out in a page with a session cookie. */
  readonly token?: string | (() => string | Promise<string>);
  /** The workspace meant, for a session of several. */
  readonly workspaceId?: string;
  /** How often a refusal that allows it is retried; 3 unless told, 0 never. */
  readonly retries?: number;
  /** In place of the platform's. */
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /** In place of time and chance: for tests. */
  readonly ports?: Ports;
}

/** Time and chance. */
export interface Ports {
  /** Resolves after so many milliseconds; rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
  /** A key that nobody else makes. */
  newKey(): string;
}
