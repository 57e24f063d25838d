/** The two documents that the service serves, as JSON text. */
import { appTable, publicTable } from "../../schema/operations/index.ts";
import { type DocumentOptions, openApiDocument } from "./document.ts";

const common = `Ids are UUIDs, instants are RFC 3339 date-times, calendar dates are \`YYYY-MM-DD\`. A nullable field is always
present. Clients ignore fields they do not know. Every failure has the same body: branch on \`error.code\`, and find each
code explained at its \`docsUrl\`.`;

const publicWords = `Read and change everything in one workspace: todos and their lists, chats with agents, the agents themselves.

Send \`Authorization: Bearer <API_KEY>\`; a key belongs to one workspace and has the scopes chosen when it was made. Agent work
is asynchronous: the answer comes when the work has begun. Poll \`GET /chats/{chatId}/messages\`, or hold the request open with
\`waitSeconds\`. Writes that make something take an \`Idempotency-Key\`, so that a retry is safe. Nothing is pushed.

${common}`;

const appWords = `What the product's own clients need beyond the public interface: signing in, workspaces and their members,
the approvals that agents ask for, notifications, and the minutes that agents use. Needs the session of a signed-in person.

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
