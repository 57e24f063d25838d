/** This node among the others: where they ask it, and how it asks them. */
import type { Clock } from "../actors/runtime/ports.ts";
import type { Membership } from "../actors/store/pages/port.ts";
import type { Serve } from "../actors/threads/channel.ts";
import { type Announce, createAnnounce } from "./announce.ts";
import { createOwners } from "./owners.ts";
import { createPeers } from "./peers/peers.ts";
import { addressOf, connectSecurely } from "./peers/secure.ts";
import { listenForPeers } from "./peers/server.ts";
import { createRoute, type Route } from "./route.ts";

export interface NodeParts {
  /** The address of this node, and what nodes show each other. */
  readonly url: string;
  readonly secret: Uint8Array;
  readonly membership: Pick<Membership, "owners" | "look">;
  readonly owns: (shard: number) => boolean;
  /** What this node answers. */
  readonly answers: Serve;
  readonly clock: Clock;
  /** Milliseconds after which a silent node counts as gone. */
  readonly leaseMs: number;
  /** Called with a node that does not use a model, or a speech server, yet. */
  readonly onOutdated: (url: string, question: string, error: unknown) => void;
  /** Called when a node, or all of them, could not be notified of what was changed here. */
  readonly onUnannounced: (error: unknown) => void;
}

export interface ClusterNode {
  readonly route: Route;
  /** Has the other nodes use what the question names; one that cannot be reached does from its next start on. */
  readonly useElsewhere: (question: string, config: unknown) => Promise<void>;
  readonly announce: Announce;
  readonly close: () => Promise<void>;
}

/** Milliseconds for which the owner of a shard is looked for, beyond two leases: the time in which another node takes what has lost its own. */
const extraPatience = 5000;

/** Listens. Rejects with Node's error when the address is not available, and where this runtime cannot connect nodes. */
export async function openNode(parts: NodeParts): Promise<ClusterNode> {
  const { url, membership, owns, answers, clock, leaseMs, onOutdated, onUnannounced } = parts;
  const options = { secret: parts.secret, clock, silenceMs: leaseMs };
  const server = await listenForPeers(addressOf(url), { ...options, serve: answers });
  await requireConnection(parts).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  const peers = createPeers(options);
  return {
    route: createRoute({
      url,
      owns,
      answerHere: async (method, args, signal) => answers(method, args, signal),
      owners: createOwners(membership),
      peers,
      clock,
      patienceMs: 2 * leaseMs + extraPatience,
    }),
    announce: createAnnounce({ url, membership, peers, clock, patienceMs: 2 * leaseMs, onFailure: onUnannounced }),
    async useElsewhere(question, config) {
      const { nodes } = await membership.look();
      for (const other of nodes.filter((each) => each !== url))
        await peers.ask(other, question, [config]).catch((error: unknown) => onOutdated(other, question, error));
    },
    close() {
      peers.close();
      return server.close();
    },
  };
}

/** Tries it with this node itself. */
async function requireConnection({ url, secret, clock, leaseMs }: NodeParts): Promise<void> {
  const { socket, opened } = connectSecurely(addressOf(url), secret);
  const cancel = clock.timer(leaseMs, () => socket.destroy());
  try {
    await opened;
  } catch (error) {
    throw new Error(
      `DAYSHIFT_NODE_URL: this node does not reach itself at ${url} (${String(error)}). Nodes that all answer run on Node: Deno has no TLS with a key that both sides know.`,
      { cause: error },
    );
  } finally {
    cancel();
    socket.destroy();
  }
}
