/** The two documents that the service serves, as JSON text. */
import { appTable, publicTable } from "../../schema/operations/index.ts";
import { type DocumentOptions, openApiDocument } from "./document.ts";

const common = `Ids are UUIDs, instants are RFC 3339 date-times, calendar dates are \`YYYY-MM-DD\`. A nullable field is always
present. Clients ignore fields they do not know. Every failure has the same body: branch on \`error.code\`, and find each
code explained at its \`docsUrl\`.`;

const publicWords = `Read and change everything in one workspace: todos and their lists, chats with agents, the agents themselves, notes and recordings.

Send \`Authorization: Bearer <API_KEY>\`; a key belongs to one workspace and has the scopes chosen when it was made. Agent work
is asynchronous: the answer comes when the work has begun. Poll \`GET /chats/{chatId}/messages\`, or hold the request open with
\`waitSeconds\`. Writes that make something take an \`Idempotency-Key\`, so that a retry is safe.

This interface pushes nothing, neither by webhook nor as a stream. What has changed is found by asking: messages with \`afterSequence\`, todos and
captures with \`updatedSince\`, chats by their \`status\` and \`messageCount\`. Audio of recordings travels apart from it, to the address that opening a
recording answers; how, the reference of the app interface says.

${common}`;

const recordingWords = `## Sending a recording

\`POST /api/v1/captures\` with \`{"type": "recording"}\` opens a recording and answers \`stream\`: \`url\`, \`token\` and \`expiresAt\`, a day
later. The token is a bearer token in \`Authorization\`; it stands nowhere else, and a retry with the same \`Idempotency-Key\` gets it again.

**Live audio** goes over a WebSocket at \`stream.url\`. A browser, which cannot set headers, offers the subprotocols \`dayshift.audio.v1\` and
\`dayshift.token.<token>\`, from the service's own origin. Text frames are JSON with a \`type\`, binary frames are audio.

| The client sends | The service answers |
|---|---|
| \`start {encoding, sampleRate, channels, resumeFromMs?}\` first; \`encoding\` is \`pcm_s16le\` (whole samples in each frame) or \`opus\` (one packet in each frame) | \`started {receivedMs}\` |
| audio | \`ack {receivedMs}\`: so much is on disk |
| \`note {text}\` | \`note\`: it is kept |
| \`segment {startMs, endMs, speaker?, text}\`: speech that the client has recognised | \`segment {position, startMs, endMs}\`: it is kept |
| \`keepAlive\` | \`ack {receivedMs}\` |
| \`stop\` | \`stopped {reason, receivedMs}\` |

\`error {code, message, param, receivedMs}\` ends the connection, not the recording: connect again and send from the last \`ack\` on, with
\`resumeFromMs\` (what is there already is dropped; a gap is refused). A recording has one connection; a new one takes its place (closing code
4001). It ends after five minutes without a frame, after 24 hours or 4 GB of audio, and a day after it was opened: \`stopped\` says \`silence\`,
\`limit\` or \`expired\`. Audio may come up to 100 times as fast as it sounds; a frame has at most 512,000 bytes.

**An audio file** is uploaded to \`stream.url\` of a recording with \`"source": "upload"\`, the endpoint of any client of tus 1.0 (creation,
expiration): WAV, MP3, M4A, Ogg, WebM or FLAC. A request may take as long as its bytes keep coming; after a minute without any it is given up, and
the client goes on from what came. The file is processed as soon as it is whole; an unfinished upload is given up after a day.`;

const feedWords = `## Following changes

\`GET /changes\` is a WebSocket with the subprotocol \`dayshift.changes.v1\`; it takes what \`GET /snapshot\` takes. Frames are JSON text.

| The client sends | The service answers |
|---|---|
| \`start {workspaceId, after}\` within 10 seconds; \`after\` is a cursor, or null: from the present | \`ready {cursor}\` |
| | \`changes {cursor, changes: [{kind, id, op, record}]}\`: \`put\` with the record as the interface shows it, or \`gone\` |
| | \`reset {reason}\`, \`too_old\` or \`restored\`: read the snapshot again |
| | \`ping\` every 30 seconds |

Closing codes: 1000 after \`reset\`, 1001 the service stops, 1013 connect again, 4400 a wrong frame or none, 4401 the credential has ended, 4403 no member. With the
last \`cursor\` a client goes on where it left off.`;

const appWords = `What the product's own clients need beyond the public interface: signing in, workspaces and their members,
the approvals that agents ask for, notifications, the minutes that agents use, why a todo did not run, todos taken over from elsewhere, what was changed and undoing it, and all that is active in a workspace at once. Needs the session of a
signed-in person; an operation that names a scope takes keys and access tokens, too.

${feedWords}

${recordingWords}

${common}`;

/** The documents of both interfaces; made once, and served as they are. `publicUrl` has no slash at its end. */
export function documentTexts(options: Pick<DocumentOptions, "publicUrl" | "version">): {
  readonly public: string;
  readonly app: string;
} {
  const { publicUrl } = options;
  const open = { ...options, title: "Dayshift", description: publicWords, serverUrl: `${publicUrl}/api/v1` };
  const app = { ...options, title: "Dayshift app", description: appWords, serverUrl: `${publicUrl}/app/v1` };
  return {
    public: JSON.stringify(openApiDocument(publicTable, open)),
    app: JSON.stringify(openApiDocument(appTable, app)),
  };
}
