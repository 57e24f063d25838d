/** What the folder says of itself. */
import type { PlainReport } from "./report.ts";
import { inline } from "./markdown.ts";

/** The page that a person opens first. */
export function readme({ workspace, createdAt, records, pages, audio, images, madeBy }: PlainReport): string {
  const rows = Object.entries(records).map(([kind, count]) => `| \`records/${kind}.jsonl\` | ${count} |`);
  return `# ${inline(workspace.name)}

Everything of this workspace as of ${createdAt}, written by Dayshift ${madeBy}.

- \`todo-lists/\`, \`chats/\`, \`captures/\`: ${pages} pages of Markdown, to read. A recording lies next to the page of its capture: ${audio.files} audio files.
- \`images/\`: ${images.files} images: those that were sent in chats, which their pages show, and photos of agents.
- \`records/\`: every record as one line of JSON, as the interface of Dayshift shows it; UTF-8, times in UTC (RFC 3339). What belongs to another record names it by its id.
- \`files.jsonl\`: which page and which audio file belong to which record.
- \`export.json\`: what is in here, and who the people are.

Keys, passwords and sessions are not in here.

| File | Records |
|---|---|
${rows.join("\n")}
`;
}
