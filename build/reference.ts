/**
 * Writes the pages of docs/reference from the tables that the service itself reads: settings, errors and limits. Run it after a change
 * of a table (`npm run reference`); a test compares the pages with what it would write.
 */
import { writeFileSync } from "node:fs";
import { advice } from "../src/gateway/docs/errors.ts";
import { type Amount, type Limit, limits, subjects } from "../src/schema/limits.ts";
import { errorCatalogue, type ErrorType } from "../src/schema/errors.ts";
import { flagOf } from "../src/server/base/setting.ts";
import { settings } from "../src/server/base/settings.ts";

/** Every generated page: its path in the repository and its text. */
export function referencePages(): ReadonlyMap<string, string> {
  return new Map([
    ["docs/reference/settings.md", settingsPage()],
    ["docs/reference/errors.md", errorsPage()],
    ["docs/reference/limits.md", limitsPage()],
  ]);
}

function settingsPage(): string {
  const rows = Object.values(settings).map(({ variable, fallback, meaning }) => {
    const usual = fallback === null || Array.isArray(fallback) ? "none" : `\`${String(fallback)}\``;
    return `| \`${variable}\` | \`--${flagOf(variable)}\` | ${usual} | ${meaning} |`;
  });
  return `# Settings

Nothing is required. Each setting is an environment variable and a flag of \`dayshift serve\` (\`npm start -- --port 9000\`); the flag wins.
A wrong value is refused at the start, with the name of the variable, what was expected and what was given. This page is generated: \`npm run reference\`.

| Variable | Flag | Default | Meaning |
|---|---|---|---|
${rows.join("\n")}
`;
}

function errorsPage(): string {
  const groups = Map.groupBy(Object.entries(errorCatalogue), ([, { type }]) => type);
  const sections = [...groups].map(([type, entries]) => section(type, entries));
  return `# Errors

Every failure has one body: \`error\` with \`type\`, \`code\`, \`message\`, \`param\`, \`docsUrl\`, \`specUrl\` and \`requestId\`. Branch on \`code\`; the
message is for people and may change. This page is generated: \`npm run reference\`.
${sections.join("")}`;
}

function limitsPage(): string {
  const rows = Object.values<Limit>(limits).map((limit) => {
    const amounts = subjects.map((subject) => amountOf(limit[subject]));
    return `| ${[limit.way, ...amounts, limit.past, limit.setting ? `\`${limit.setting}\`` : ""].join(" | ")} |`;
  });
  return `# Limits

Every way in has a limit, and says what happens past it. Lengths of single fields stand in the descriptions of the interfaces, at \`/docs\` of a
running service. Addresses are those of clients: of IPv6 the /64, and behind a proxy of \`DAYSHIFT_TRUSTED_PROXIES\` the one that it forwards.
A setting changes the number of its row. This page is generated: \`npm run reference\`.

| What | Each | Of a credential | Of a workspace | Of a person | Of an address | Of the service | Past it | Setting |
|---|---|---|---|---|---|---|---|---|
${rows.join("\n")}
`;
}

function amountOf(amount: Amount | undefined): string {
  return amount === undefined ? "" : `${amount.max.toLocaleString("en")} ${amount.unit}`;
}

function section(
  type: ErrorType,
  entries: readonly (readonly [string, { readonly status: number; readonly description: string }])[],
): string {
  const { title, text } = advice[type];
  const rows = entries.map(([code, { status, description }]) => `| \`${code}\` | ${status} | ${description} |`);
  return `
## ${title} (\`${type}\`)

${text}

| Code | Status | Condition |
|---|---|---|
${rows.join("\n")}
`;
}

if (import.meta.main) for (const [path, text] of referencePages()) writeFileSync(path, text);
