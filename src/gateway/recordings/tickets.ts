/**
 * Texts that open one thing until a moment: the audio channel of a recording, its sound, or an image. They are computed, not
 * stored: a holder of the key of the service can check one without looking anything up.
 */
import type { Caller } from "../../schema/caller.ts";
import { decode, encode, same, sign } from "../crypto.ts";

/** What a ticket opens. */
export type Purpose = "stream" | "media" | "image";

/** The person and the credential that asked for a ticket. */
export type Holder = Pick<Caller, "userId" | "credentialType" | "credentialId">;

export interface Ticket {
  readonly workspaceId: string;
  /** The capture, or the image. */
  readonly subjectId: string;
  /** Whom it was made for; null in a ticket of version 1.0.0, which did not say. */
  readonly holder: Holder | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface Tickets {
  /** The same ticket is the same text. */
  make(purpose: Purpose, ticket: Ticket): string;
  /** What the text opens, expired or not; null when it was not made here for that purpose. */
  read(purpose: Purpose, text: string): Ticket | null;
}

const prefixes: Readonly<Record<Purpose, string>> = { stream: "dsa_", media: "dsm_", image: "dsg_" };

/** Tickets that this secret signs. */
export function createTickets(secret: Uint8Array): Tickets {
  const macOf = (purpose: Purpose, content: string): string => sign(secret, `${purpose}\n${content}`);
  return {
    make(purpose, { workspaceId, subjectId, expiresAt, holder }) {
      const of = holder === null ? [] : [holder.userId, holder.credentialType, holder.credentialId];
      const content = encode([workspaceId, subjectId, expiresAt, ...of].join(" "));
      return `${prefixes[purpose]}${content}.${macOf(purpose, content)}`;
    },
    read(purpose, text) {
      const prefix = prefixes[purpose];
      const [content = "", mac = "", ...rest] = text.slice(prefix.length).split(".");
      if (!text.startsWith(prefix) || rest.length > 0 || !same(mac, macOf(purpose, content))) return null;
      const [workspaceId = "", subjectId = "", expiresAt = "", ...of] = decode(content).split(" ");
      return { workspaceId, subjectId, expiresAt: Number(expiresAt), holder: holderIn(of) };
    },
  };
}

/** What the service has signed is as it was made. */
function holderIn([userId, credentialType, credentialId]: readonly string[]): Holder | null {
  if (userId === undefined || credentialType === undefined || credentialId === undefined) return null;
  return { userId, credentialType: credentialType as Holder["credentialType"], credentialId };
}
