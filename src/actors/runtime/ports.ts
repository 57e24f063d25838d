/**
 * What an actor needs from outside, as arguments: time, ids, the model, the minutes budget, credentials. Everything here is
 * an interface; hosts and tests supply the values, so that a test holds the clock and nothing below imports upward.
 */
import type { InferOutput } from "valibot";
import type { Caller } from "../../schema/caller.ts";
import type { Scope } from "../../schema/scopes.ts";
import type { Estimate, FinishedWork } from "../../workspace/runs/savings.ts";
import type * as shapes from "./model-shapes.ts";

export type { Caller } from "../../schema/caller.ts";
export type { Estimate, FinishedWork } from "../../workspace/runs/savings.ts";

export type { OutsideCall, OutsideResult, OutsideTool, OutsideTools } from "./outside.ts";

/** Time. `src/actors/runtime/clock.ts` holds the real one; tests hold a fake one. */
export interface Clock {
  /** Wall-clock time in milliseconds since 1970 (UTC). */
  readonly now: () => number;
  /** Milliseconds that never go backwards; for durations and rate limits. */
  monotonic(): number;
  /** Calls `action` once after `milliseconds` (capped at 2^31−1 by the clock itself); the answer cancels it. */
  timer(milliseconds: number, action: () => void): () => void;
}

/** Makes ids: time-ordered UUIDs (version 7), monotonic within a process. */
export interface Ids {
  readonly uuid: () => string;
}

/** Credentials as they stand now, for work that began earlier: revoking one takes effect during a run (ASVS 8.3.3). */
export interface Access {
  /** The scopes the credential has now; empty when it was revoked, expired, or its user left the workspace. */
  currentScopes(caller: Caller): Promise<readonly Scope[]>;
  /** The time zone that the person set; null for none. */
  timezoneOf(userId: string): Promise<string | null>;
}

/** What a turn used. */
export interface Charge {
  readonly turnId: string;
  /** Null when its chat was erased in the meantime. */
  readonly agentId: string | null;
  /** Of running time, whole ones. */
  readonly seconds: number;
  /** Milliseconds since 1970; says which month and day it belongs to, unless a reservation has said so. */
  readonly beganAt: number;
}

/** Who asked last for anything, in any workspace, and when that was another one than before (monotonic); who takes calls notes it. */
export interface Presence {
  credentialId: string;
  changedAt: number;
}

/** When a credential may read, so that its reads hold nobody else up. */
export interface Pacing {
  readonly presence: Presence;
  /** Resolves when it may read; null when it may at once. */
  turn(credentialId: string): Promise<void> | null;
  /** Notes that one of its reads took so many milliseconds. */
  note(credentialId: string, milliseconds: number): void;
}

/** The minutes budget of the organization that owns the workspace. All calls are idempotent by turn id. */
export interface Minutes {
  /** Seconds left this calendar month (UTC); null when the organization has no budget set. */
  secondsLeft(workspaceId: string): Promise<number | null>;
  /** Opens a charge before the first model call of a turn; false when the budget is spent. */
  reserve(workspaceId: string, turnId: string, agentId: string | null): Promise<boolean>;
  /** Brings the open charge of a turn that goes on up to date: it counts from then on. */
  note(workspaceId: string, charge: Charge): Promise<void>;
  /** Closes the charges of turns that are over; resolves when that is on disk. The first settlement of a turn is the one that counts. */
  settle(workspaceId: string, charges: readonly Charge[]): Promise<void>;
}

export interface Mail {
  /** The same for each try of the same e-mail, so that mail systems can tell a repetition. */
  readonly id: string;
  readonly to: string;
  /** One line. */
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** About the account of the person, and no notification that they could switch off. */
  readonly isAboutAccount?: boolean;
}

export type MailOutcome =
  | { readonly state: "sent" }
  /** The service is not configured to send e-mails. */
  | { readonly state: "unavailable" }
  /** `isFinal`: trying again would not help. `reason` is for the log: a code, never content or an address. */
  | { readonly state: "failed"; readonly isFinal: boolean; readonly reason: string };

/** A note to the browsers of a person: what kind of thing waits, and the id of it. */
export interface PushNote {
  readonly userId: string;
  readonly kind: string;
  readonly id: string;
}

/** The ways out to people: e-mails, and notes to their browsers. */
export interface Mailer {
  /** Hands an e-mail over to the mail server, once; never rejects. */
  send(mail: Mail): Promise<MailOutcome>;
  /** Sends the note to each browser, once; never rejects. Left out where nothing is sent. */
  readonly push?: (note: PushNote) => Promise<void>;
}

// ---------------------------------------------------------------------------------------------------------------- model

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema (draft 2020-12) of the flat input object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export type ModelToolCall = InferOutput<typeof shapes.modelToolCall>;

/** An image that a person sent with a message. */
export interface ModelImage {
  readonly id: string;
  readonly contentType: string;
  /** Length of its file. */
  readonly bytes: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Its file; null for one that the model is not shown. */
  readonly data: Uint8Array | null;
}

export type ModelMessage =
  | {
      readonly role: "user";
      readonly text: string;
      /** Left out of a message without any. */
      readonly images?: readonly ModelImage[];
      /** When it was said, in milliseconds since 1970. */
      readonly at?: number;
    }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly toolCalls: readonly ModelToolCall[];
      /** Of the reply that this was, for the model that gave it. */
      readonly reasoning?: unknown;
    }
  | {
      readonly role: "tool";
      /** When the results were there, in milliseconds since 1970. */
      readonly at?: number;
      readonly results: readonly {
        readonly toolCallId: string;
        readonly name: string;
        readonly isError: boolean;
        /** JSON text of what the operation answered, or of its error body. */
        readonly content: string;
      }[];
    };

export interface ModelRequest {
  /** Standing instructions: the agent's, its skills, the rules of the house. Text from todos and tools is never in here. */
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  /** Wall-clock time in milliseconds and the IANA zone in which the person speaks of days. */
  readonly now: number;
  readonly timezone: string;
}

export type ModelReply = InferOutput<typeof shapes.modelReply>;

export type ModelCall = InferOutput<typeof shapes.modelCall>;

/** Notified of each request to a provider, whether or not it was answered. */
export type OnCall = (call: ModelCall) => void;

/** Who listens while a model speaks. */
export interface Speech {
  /** The next words of the reply. */
  say(text: string): void;
  /** What was said is void: the model begins its reply again. */
  restart(): void;
  readonly onCall?: OnCall;
}

export type Description = InferOutput<typeof shapes.description>;

/** A line of what a capture says: of the text of a note, of what was typed during a recording, or a segment of speech. */
export interface SourceLine {
  readonly part: "content" | "notes" | "transcript";
  /** Line of the text, counted from 1; of a transcript the position of the segment. */
  readonly number: number;
  /** Who said it; null in what was written, and where nobody knows. */
  readonly speaker: string | null;
  readonly text: string;
}

/** What a capture says. It is data for the model, never instructions. */
export interface CaptureSource {
  readonly type: "note" | "recording";
  /** The title it has; null when it is to be named. */
  readonly title: string | null;
  /** In the order of the text; blank lines are left out. */
  readonly lines: readonly SourceLine[];
  /** True for a recording that no speech recognition has listened to: what was said in it is not known. */
  readonly isUnheard?: boolean;
  /** When it was said or written (milliseconds since 1970), and the IANA zone in which it speaks of days. */
  readonly saidAt: number;
  readonly timezone: string;
}

/** A todo that a capture asks for, with the line that says so. */
export type Suggestion = InferOutput<typeof shapes.suggestion>;

/** What is made of a capture. */
export type Digest = InferOutput<typeof shapes.digest>;

/** The models that are configured, and others of their providers. */
export interface OtherModels {
  /** Names, that of the model that answers leading, then the one that is asked where it cannot be. */
  readonly names: readonly string[];
  /** That model alone; null when its provider is not configured. */
  named(name: string): Promise<Model> | null;
}

/** One model call per step; the loop, the tools and the durability are ours. */
export interface Model {
  /** `builtin` or `<provider>:<model>`. */
  readonly name: string;
  /** True for one that asks nobody and so answers at once. */
  readonly isLocal?: boolean;
  /** What agents can be given in its place; left out by one that stands alone. */
  readonly others?: OtherModels;
  /** Characters that fit into one request; left out by one that answers by rule: it knows every tool, and reads whole results. */
  readonly window?: number | undefined;
  /**
   * One step; the words of its text are said as they come, by a model that can. Rejects with ModelFailure when it gave up (after its
   * own retries), or with the abort reason.
   */
  step(request: ModelRequest, signal: AbortSignal, speech?: Speech): Promise<ModelReply>;
  /** A short title and a one-line summary of a conversation. Rejects like `step`. */
  describe(messages: readonly ModelMessage[], signal: AbortSignal, onCall?: OnCall): Promise<Description>;
  /** The same at once, of a model that answers by rule and so costs nothing; null when it cannot just now. */
  describeNow?(messages: readonly ModelMessage[]): Description | null;
  /** The minutes that agents saved, of a model that can judge; null when it said nothing that can be used. Rejects like `step`. */
  estimate?(work: FinishedWork, signal: AbortSignal, onCall?: OnCall): Promise<Estimate | null>;
  /** What there is to say of a capture, and the todos it asks for. Rejects like `step`. */
  summarise(source: CaptureSource, signal: AbortSignal, onCall?: OnCall): Promise<Digest>;
}

/** What a provider said of a failure, for the log of the operator. */
export type ProviderFault = InferOutput<typeof shapes.providerFault>;

/** The model could not answer; `message` is readable by a person and carries no secret and no address of a provider key. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  /** Null when no provider was at fault. */
  readonly provider: ProviderFault | null;
  /** Milliseconds after which the provider wants to be asked again, where that is too long to wait for; null when it did not say. */
  readonly retryAfter: number | null;

  constructor(message: string, provider: ProviderFault | null = null, retryAfter: number | null = null) {
    super(message);
    this.provider = provider;
    this.retryAfter = retryAfter;
  }
}

/** The model takes no images. */
export class ImagesRefused extends ModelFailure {}

/** The request was longer than the window of the model. */
export class WindowOverflow extends ModelFailure {}

/** What happens to turns and files, for the operator. The fields name ids, counts and reasons, never content of a workspace. */
export type Log = (level: "debug" | "info" | "warn", event: string, fields: Readonly<Record<string, unknown>>) => void;
