/** A client of the feed that comes back by its cursor whenever it is cut off, and compares what it gets with what the others got. */
import { openFeed, type TestFeed } from "../helpers/feed.ts";

export interface FollowerOptions {
  readonly credential: string;
  readonly workspaceId: string;
  /** Where it follows from. */
  readonly cursor: string;
  /** The todos in the order of the feed, as far as any follower got; the furthest one writes it on. */
  readonly order: string[];
}

export class Follower {
  readonly problems: string[] = [];
  readonly #options: FollowerOptions;
  #cursor: string;
  #feed: TestFeed | null = null;
  #received = 0;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#cursor = options.cursor;
  }

  /** How many changes of todos it was sent. */
  get count(): number {
    return this.#received + (this.#feed?.changes.filter(({ kind }) => kind === "todo").length ?? 0);
  }

  /** Connects; rejects when it is refused. */
  async connect(url: string): Promise<void> {
    const { credential, workspaceId } = this.#options;
    this.#feed = await openFeed({ url, credential, start: { type: "start", workspaceId, after: this.#cursor } });
  }

  /** Cuts the connection, having compared what has come. */
  leave(): void {
    const feed = this.#feed;
    this.#feed = null;
    feed?.cut();
    for (const { kind, id } of feed?.changes ?? []) if (kind === "todo") this.#compare(id);
    this.#cursor = feed?.cursor ?? this.#cursor;
  }

  #compare(id: string): void {
    const { order } = this.#options;
    if (this.#received === order.length) order.push(id);
    if (order[this.#received] !== id)
      this.problems.push(`change ${this.#received} is of ${id}, of others ${order[this.#received]}`);
    this.#received += 1;
  }
}
