/** Notifies the other nodes of what was changed at this one: what they remember of it, or have open because of it, ends there as well. */
import type { Clock } from "../actors/runtime/ports.ts";
import type { Membership } from "../actors/store/pages/port.ts";
import { newsQuestion } from "./answers.ts";
import { PeerLost, type Peers } from "./peers/peers.ts";

/**
 * Resolves when every other node that lives has taken note, or after a second: one that cannot be reached is tried again, and nobody
 * waits for it. Never rejects.
 */
export type Announce = (news: unknown) => Promise<void>;

export interface AnnounceParts {
  /** The address of this node. */
  readonly url: string;
  readonly membership: Pick<Membership, "look">;
  readonly peers: Pick<Peers, "ask">;
  readonly clock: Clock;
  /** Milliseconds for which a node that lives and cannot be reached is tried again. */
  readonly patienceMs: number;
  readonly onFailure: (error: unknown) => void;
}

/** Milliseconds for which the one who made the change waits for the others. */
const maxWait = 1000;

/** Milliseconds after which a node is tried again. */
const pause = 100;

export function createAnnounce({ url, membership, peers, clock, patienceMs, onFailure }: AnnounceParts): Announce {
  async function others(): Promise<readonly string[]> {
    return (await membership.look()).nodes.filter((each) => each !== url);
  }

  async function notify(other: string, news: unknown): Promise<void> {
    const since = clock.monotonic();
    do {
      try {
        await peers.ask(other, newsQuestion, [news]);
        return;
      } catch (error) {
        if (!(error instanceof PeerLost) || clock.monotonic() - since >= patienceMs) throw error;
      }
      await new Promise<void>((resolve) => void clock.timer(pause, resolve));
    } while ((await others()).includes(other));
  }

  async function notifyAll(news: unknown): Promise<void> {
    await Promise.all((await others()).map((other) => notify(other, news).catch(onFailure)));
  }

  return async (news) => {
    const { promise: isLate, resolve } = Promise.withResolvers<void>();
    const cancel = clock.timer(maxWait, resolve);
    await Promise.race([notifyAll(news).catch(onFailure), isLate]);
    cancel();
  };
}
