/** The list of chats, the most recently active first: the newest page at once, older ones as somebody scrolls to them. */
import type { Client } from "../../client/types.ts";
import type { Chat } from "../../schema/chat.ts";
import { State } from "../base/signal.ts";
import type { Records } from "./records.ts";

type Page = Awaited<ReturnType<Client["listChats"]>>;

const limit = 100;

export class ChatPages {
  /** Where the next page begins; null where all are read. */
  readonly next = new State<string | null>(null);
  readonly #chats: Records<Chat>;

  constructor(chats: Records<Chat>) {
    this.#chats = chats;
  }

  /** Reads the newest again, and as many as there were. Rejects with the refusal. `isWanted` is asked after each answer. */
  async read(client: Client, isWanted: () => boolean): Promise<void> {
    const read: Chat[] = [];
    let next: string | null = null;
    do {
      const page: Page = await client.listChats({ limit, ...(next !== null && { cursor: next }) });
      if (!isWanted()) return;
      read.push(...page.data);
      next = page.nextCursor;
    } while (next !== null && read.length < this.#chats.size);
    this.#chats.replace(read);
    this.next.set(next);
  }

  /** Reads the next page. What the page has already, the feed keeps true. Rejects with the refusal. */
  async readOlder(client: Client): Promise<void> {
    const cursor = this.next.value;
    if (cursor === null) return;
    const { data, nextCursor } = await client.listChats({ limit, cursor });
    // The list was read again, or another person's is shown.
    if (this.next.value !== cursor) return;
    for (const chat of data) if (this.#chats.get(chat.id) === undefined) this.#chats.put(chat);
    this.next.set(nextCursor);
  }

  clear(): void {
    this.#chats.replace([]);
    this.next.set(null);
  }
}
