/**
 * Texts that open one thing of one capture until a moment: the audio channel of a recording, or its sound. They are computed, not
 * stored: a holder of the key of the service can check one without looking anything up.
 */
import { decode, encode, same, sign } from "../crypto.ts";

/** What a ticket opens. */
export type Purpose = "stream" | "media";

export interface Ticket {
  readonly workspaceId: string;
  readonly captureId: string;
  /** The person who opened the recording; null in a ticket of version 1.0.0, which did not say. */
  readonly userId: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface Tickets {
  /** The same ticket is the same text. */
  make(purpose: Purpose, ticket: Ticket): string;
  /** What the text opens, expired or not; null when it was not made here for that purpose. */
  read(purpose: Purpose, text: string): Ticket | null;
}

const prefixes: Readonly<Record<Purpose, string>> = { stream: "dsa_", media: "dsm_" };

/** Tickets that this secret signs. */
export function createTickets(secret: Uint8Array): Tickets {
  const macOf = (purpose: Purpose, content: string): string => sign(secret, `${purpose}\n${content}`);
  return {
    make(purpose, { workspaceId, captureId, userId, expiresAt }) {
      const content = encode(`${workspaceId} ${captureId} ${expiresAt} ${userId ?? ""}`);
      return `${prefixes[purpose]}${content}.${macOf(purpose, content)}`;
    },
    read(purpose, text) {
      const prefix = prefixes[purpose];
      const [content = "", mac = "", ...rest] = text.slice(prefix.length).split(".");
      if (!text.startsWith(prefix) || rest.length > 0 || !same(mac, macOf(purpose, content))) return null;
      const [workspaceId = "", captureId = "", expiresAt = "", userId = ""] = decode(content).split(" ");
      return { workspaceId, captureId, userId: userId === "" ? null : userId, expiresAt: Number(expiresAt) };
    },
  };
}
