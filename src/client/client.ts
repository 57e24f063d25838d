/** The typed client: a fold over the operation table, on fetch alone, for Node, Deno and browsers. */
import { isPaged } from "../schema/operation.ts";
import { appTable, publicTable } from "../schema/operations/index.ts";
import { callOperation } from "./call.ts";
import { platform } from "./ports.ts";
import { type Flat, toWire } from "./request.ts";
import type { CallOptions, ClientOptions, WaitOptions } from "./options.ts";
import type { Client } from "./types.ts";
import { waitForChat } from "./wait.ts";

type Call = (input?: Flat, options?: CallOptions) => Promise<unknown>;

interface Page {
  readonly data: readonly unknown[];
  readonly nextCursor: string | null;
}

/** A client of the service at `url`. Its methods reject with DayshiftError, or with fetch's error when no answer came. */
export function createClient(options: ClientOptions): Client {
  const records = [...publicTable, ...appTable];
  const calls = records.map((record): [string, Call] => [
    record.id,
    async (input = {}, how) => callOperation(options, record, toWire(record, input), how),
  ]);
  const methods = Object.fromEntries(calls);
  const paged = records.filter(isPaged);
  const walks = paged.map(({ id }) => [id, (input?: Flat, how?: CallOptions) => walk(methods[id] as Call, input, how)]);
  // The table is what the type says; its members differ in their input only, which the service validates.
  const client = { ...methods, each: Object.fromEntries(walks) as unknown } as unknown as Client;
  const wait = (chatId: string, how?: WaitOptions) => waitForChat(client, options.ports ?? platform, chatId, how);
  return { ...client, waitForChat: wait };
}

async function* walk(next: Call, input: Flat = {}, options?: CallOptions): AsyncGenerator<unknown, void, void> {
  let cursor: string | null | undefined = undefined;
  do {
    const page = (await next(cursor === undefined ? input : { ...input, cursor }, options)) as Page;
    yield* page.data;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
