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
    const { nextCursor } = await this.#chats.replaceByPage(this.#newest(client, isWanted), isWanted);
    if (isWanted()) this.next.set(nextCursor);
  }

  /** As many as there are now, or a page of them. */
  async #newest(client: Client, isWanted: () => boolean): Promise<Pick<Page, "data" | "nextCursor">> {
    const data: Chat[] = [];
    let nextCursor: string | null = null;
    do {
      const page: Page = await client.listChats({ limit, ...(nextCursor !== null && { cursor: nextCursor }) });
      data.push(...page.data);
      ({ nextCursor } = page);
    } while (nextCursor !== null && data.length < this.#chats.size && isWanted());
    return { data, nextCursor };
  }

  /** Reads the next page. Rejects with the refusal. */
  async readOlder(client: Client): Promise<void> {
    const cursor = this.next.value;
    if (cursor === null) return;
    // Else the list was read again, or another person's is shown.
    const isWanted = (): boolean => this.next.value === cursor;
    const { nextCursor } = await this.#chats.putPage(client.listChats({ limit, cursor }), isWanted);
    if (isWanted()) this.next.set(nextCursor);
  }

  clear(): void {
    this.#chats.replace([]);
    this.next.set(null);
  }
}
