/**
 * Every way in has a limit, and this is the table of them: enforcement reads its numbers here, and `npm run reference` makes
 * docs/reference/limits.md from it. Lengths of single fields stand in their shapes, which the descriptions of the interfaces show.
 */

import { imageBytes } from "./image-bytes.ts";

/** At most `max` of what `unit` names. */
export interface Amount {
  readonly max: number;
  readonly unit: string;
}

/** Whom or what an amount counts for. */
export const subjects = ["each", "credential", "workspace", "person", "address", "service"] as const;

export type Limit = {
  /** What comes in, as the document names it. */
  readonly way: string;
  /** What happens past it. */
  readonly past: string;
  /** The setting by which an operator changes the first amount. */
  readonly setting?: string;
} & { readonly [Subject in (typeof subjects)[number]]?: Amount };

function upTo(max: number, unit: string): Amount {
  return { max, unit };
}

const tooMany = "429 `rate_limit_exceeded` with `Retry-After`";
const tooLarge = "413 `payload_too_large`";
const conflict = "409 `resource_conflict`, which names the limit";
const budgetSpent = "all of them end as `failed` with the reason `budget`";
const inMinute = "requests a minute";

export const limits = {
  keyRequests: {
    way: "Requests with an API key",
    credential: upTo(300, inMinute),
    past: tooMany,
    setting: "DAYSHIFT_RATE_LIMIT_PER_MINUTE",
  },
  sessionRequests: { way: "Requests with a session", credential: upTo(600, inMinute), past: tooMany },
  grantRequests: { way: "Requests of a connected app", credential: upTo(300, inMinute), past: tooMany },
  unknownCredentials: {
    way: "Unknown credentials",
    address: upTo(60, "failures a minute"),
    past: `${tooMany} in place of 401`,
  },
  bodies: { way: "Body of a request with a credential", each: upTo(512_000, "bytes"), past: tooLarge },
  openBodies: {
    way: "Body of a request without a credential: sign-in, first start",
    each: upTo(4096, "bytes"),
    past: tooLarge,
  },
  signIn: {
    way: "Failed sign-ins",
    address: upTo(10, "failures a minute, and as many of one e-mail from one address"),
    past: `${tooMany}; nobody else is locked out`,
  },
  digests: {
    way: "Digests of passwords",
    service: upTo(2, "at once"),
    past: "they wait in a queue, see below",
  },
  waitingDigests: {
    way: "Digests of passwords that wait",
    address: upTo(16, "in the queue; addresses take turns"),
    service: upTo(64, "in the queue"),
    past: `${tooMany}, before any digest`,
  },
  passwordResets: {
    way: "Requests for a link that sets a new password",
    person: upTo(3, "an hour; further ones send nothing"),
    address: upTo(10, "an hour"),
    past: tooMany,
  },
  passwordResetAge: {
    way: "Link that sets a new password",
    each: upTo(60, "minutes, and one use"),
    past: "forgotten",
  },
  codes: {
    way: "Wrong codes of a second factor",
    person: upTo(10, "a minute, from wherever they come"),
    past: `${tooMany}; recovery codes are still taken`,
  },
  connections: {
    way: "Connections on which nobody has shown a credential",
    address: upTo(256, "at once; configured proxies excepted"),
    past: "the oldest of the address is closed",
  },
  sockets: { way: "All connections", service: upTo(16_384, "at once"), past: "closed as soon as it is made" },
  heads: { way: "Head of a request", each: upTo(10, "seconds to arrive, in 16 KB"), past: "400, and closed" },
  requestTimes: {
    way: "Whole request",
    each: upTo(60, "seconds to arrive; a recording's file: 60 seconds of silence"),
    past: "400, and closed",
  },
  answers: {
    way: "Answers that are not read",
    each: upTo(30, "seconds without progress"),
    past: "the connection is cut",
  },
  unreadAnswers: {
    way: "Answers that are not read, together",
    each: upTo(1, "answer held on a connection, however many are asked for at once"),
    address: upTo(64_000_000, "bytes"),
    service: upTo(128_000_000, "bytes"),
    past: "the connection that has waited longest is cut: of that address, or of the one for which most is held",
  },
  longPolls: {
    way: "Requests that wait (`waitSeconds`)",
    credential: upTo(20, "at once"),
    service: upTo(1000, "at once"),
    past: "answered at once, as things stand",
    setting: "DAYSHIFT_MAX_LONG_POLLS",
  },
  followers: {
    way: "Followers of changes",
    credential: upTo(20, "connections at once"),
    service: upTo(1000, "connections at once"),
    past: tooMany,
  },
  followerFrames: {
    way: "Frame of a follower",
    each: upTo(4096, "bytes, and one `start`"),
    past: "closed (1009, 4400)",
  },
  unsent: {
    way: "What a WebSocket client has not read",
    each: upTo(256 * 1024, "bytes"),
    past: "nothing more is read or rendered; closed (1013) after 30 seconds without progress",
  },
  oauthForms: { way: "Form of an OAuth endpoint", each: upTo(8192, "bytes"), past: tooLarge },
  providerVisits: { way: "Browsers sent to the OpenID Connect provider", address: upTo(30, "a minute"), past: tooMany },
  newClients: { way: "Registrations of OAuth clients", address: upTo(10, "an hour"), past: tooMany },
  newDocuments: { way: "Documents of OAuth clients that are read", address: upTo(30, "a minute"), past: tooMany },
  clientBodies: { way: "Registration of an OAuth client", each: upTo(8192, "bytes"), past: tooLarge },
  clientRedirects: {
    way: "Redirect addresses of an OAuth client",
    each: upTo(5, "addresses"),
    past: "400 `invalid_redirect_uri`",
  },
  unusedClients: {
    way: "OAuth clients that nobody has let in",
    service: upTo(10_000, "in all"),
    past: "the oldest is forgotten; each after a day",
  },
  clientDocuments: {
    way: "Document of an OAuth client",
    each: upTo(32_000, "bytes in 5 seconds"),
    past: "`invalid_client`",
  },
  mcpMessages: {
    way: "Messages in one POST to MCP",
    each: upTo(20, "messages, each counted as a request"),
    past: "400",
  },
  mcpAnswers: {
    way: "Answers of reading tools of MCP that are being made",
    service: upTo(2, "at once"),
    past: "they wait in a queue, see below",
  },
  waitingMcpAnswers: {
    way: "Calls of MCP that wait for their answer to be made",
    credential: upTo(100, "in the queue; credentials take turns"),
    service: upTo(1000, "in the queue"),
    past: "the call is refused with `rate_limit_exceeded`",
  },
  mcpAnswersTogether: {
    way: "What reading tools of MCP answer to several messages in one POST",
    each: upTo(2_000_000, "characters together"),
    past: "the call is refused with `rate_limit_exceeded`: it is to be made in a POST of its own",
  },
  uploads: {
    way: "Audio file that is uploaded",
    each: upTo(1024, "megabytes"),
    past: tooLarge,
    setting: "DAYSHIFT_MAX_UPLOAD_MB",
  },
  recordingRequests: {
    way: "Requests and connections for one recording",
    each: upTo(600, "a minute"),
    past: tooMany,
  },
  diskReserve: {
    way: "Captures, while the disk is nearly full",
    service: upTo(256, "megabytes that must stay free"),
    past: "500 `internal_error` with `Retry-After`; what is open ends in order",
    setting: "DAYSHIFT_DISK_RESERVE_MB",
  },
  audioFrames: { way: "Frame of the audio channel", each: upTo(512_000, "bytes"), past: "closed (1009)" },
  textFrames: {
    way: "Text frames of an audio channel",
    each: upTo(50, "a second"),
    past: "nothing more is read until the second is over",
  },
  segments: {
    way: "Speech that a client recognised",
    each: upTo(2_000_000, "bytes of text in one recording"),
    past: "the frame is refused (`payload_too_large`) and the channel closed; the recording stays open",
  },
  attachments: {
    way: "Image for a chat",
    each: upTo(imageBytes.attachment, "bytes, 8,000 pixels a side, four in one message"),
    past: `${tooLarge}; 400 \`validation_failed\``,
  },
  agentPhotos: {
    way: "Photo of an agent",
    each: upTo(imageBytes.photo, "bytes, 8,000 pixels a side; PNG, JPEG or WebP"),
    past: `${tooLarge}; 400 \`validation_failed\``,
  },
  unsentAttachments: {
    way: "Images that no message has taken",
    person: upTo(100, "images in a workspace, each for a day"),
    past: conflict,
  },
  openRecordings: {
    way: "Recordings that are open",
    workspace: upTo(10, "at once"),
    past: conflict,
  },
  recordingLength: {
    way: "Sound of a recording",
    each: upTo(24, "hours, or the 4 GB that a WAV file holds"),
    past: "the recording ends, with all that came",
  },
  audioPace: {
    way: "Audio that is sent",
    each: upTo(100, "times as fast as it sounds, after the first quarter of an hour"),
    past: "nothing is read for a while",
  },
  digestParts: {
    way: "Parts in which a language model reads a capture, 24,000 characters each",
    each: upTo(20, "parts, each asked for twice at most"),
    past: "the built-in engine sums the capture up",
  },
  generation: {
    way: "Requests to a language model for titles, summaries and suggestions of captures",
    workspace: upTo(200, "a day (UTC), for one capture at a time"),
    past: "the built-in engine sums captures up",
    setting: "DAYSHIFT_GENERATION_PER_DAY",
  },
  turns: {
    way: "Agent turns that work",
    workspace: upTo(4, "at once"),
    service: upTo(16, "at once"),
    past: "they wait `queued`",
    setting: "DAYSHIFT_CONCURRENCY",
  },
  modelCalls: {
    way: "Calls of a model on their way",
    workspace: upTo(32, "at once"),
    service: upTo(256, "at once"),
    past: "they wait",
  },
  budgetRuns: {
    way: "Runs that a message, a run or an occurrence sets going, itself included",
    each: upTo(50, "runs"),
    past: budgetSpent,
    setting: "DAYSHIFT_BUDGET_RUNS",
  },
  budgetChanges: {
    way: "Changes of those runs",
    each: upTo(500, "changes"),
    past: budgetSpent,
    setting: "DAYSHIFT_BUDGET_CHANGES",
  },
  budgetMinutes: {
    way: "Time of those runs, waiting for decisions aside",
    each: upTo(60, "minutes in all"),
    past: budgetSpent,
    setting: "DAYSHIFT_BUDGET_MINUTES",
  },
  budgetModelCalls: {
    way: "Answers of the model in those runs",
    each: upTo(200, "answers"),
    past: budgetSpent,
    setting: "DAYSHIFT_BUDGET_MODEL_CALLS",
  },
  background: {
    way: "Work in the background: digests of captures, transcription, e-mail",
    workspace: upTo(2, "at once"),
    service: upTo(8, "at once"),
    past: "it waits",
  },
  openWorkspaces: {
    way: "Workspaces that are open",
    service: upTo(500, "idle ones"),
    past: "the one used longest ago is closed",
    setting: "DAYSHIFT_MAX_OPEN",
  },
  keys: { way: "API keys that are neither revoked nor expired", workspace: upTo(200, "keys"), past: conflict },
  workspaces: {
    way: "Workspaces",
    person: upTo(50, "workspaces"),
    past: conflict,
    setting: "DAYSHIFT_MAX_WORKSPACES",
  },
  invitations: { way: "Invitations that are open", workspace: upTo(100, "invitations"), past: conflict },
  mcpServers: { way: "Outside servers", workspace: upTo(20, "servers"), past: conflict },
  outsideCalls: { way: "Call of an outside server, reading a page", each: upTo(60, "seconds"), past: "the call fails" },
  outsideAnswers: {
    way: "What an outside server or a page answers",
    each: upTo(1_000_000, "bytes"),
    past: "the call fails",
  },
  invitationAge: { way: "Invitation that nobody accepts", each: upTo(72, "hours"), past: "forgotten" },
  calendarLinks: {
    way: "Links for calendar programs, each workspace",
    person: upTo(10, "links"),
    past: conflict,
  },
  pushSubscriptions: { way: "Browsers that notes are sent to", person: upTo(20, "browsers"), past: conflict },
  calendarReads: {
    way: "Reads of a calendar link",
    each: upTo(1000, "todos"),
    credential: upTo(30, inMinute),
    past: `${tooMany}; the later todos are left out`,
  },
  todoLists: { way: "Active todo lists", workspace: upTo(500, "lists"), past: "400 `validation_failed`" },
  agents: { way: "Active agents", workspace: upTo(200, "agents"), past: "400 `validation_failed`" },
  skills: { way: "Active skills", each: upTo(100, "of an agent"), past: "400 `validation_failed`" },
  records: {
    way: "Todos, chats, messages, captures, runs and what belongs to them",
    past: "as many as the requests that make them; their texts are limited one by one",
  },
  people: {
    way: "People, sessions, grants and tokens",
    past: "as many as the requests that make them; they end by themselves",
  },
  answersRecorded: {
    way: "Answers recorded for `Idempotency-Key`",
    each: upTo(24, "hours"),
    past: "forgotten",
  },
  undone: { way: "Changes that are undone at once", each: upTo(2000, "changes"), past: "400 `validation_failed`" },
  undoneText: {
    way: "What they changed, before and after",
    each: upTo(5_000_000, "characters together"),
    past: "400 `validation_failed`: `changeIds` names some",
  },
  history: { way: "History of changes", each: upTo(90, "days of what stood there before"), past: "forgotten" },
  derived: { way: "Indexes, queues and counts", past: "they follow what they are made of" },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof limits;

/** Limits that count for each thing that comes in. */
export type LimitOfEach = {
  [Name in LimitName]: (typeof limits)[Name] extends { readonly each: Amount } ? Name : never;
}[LimitName];
