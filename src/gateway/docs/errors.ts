/** The error catalogue as text for people: where the `docsUrl` of every refusal leads. Works without scripts. */
import { errorCatalogue, type ErrorType } from "../../schema/errors.ts";

/** What to do about an error of each type. */
export const advice: Readonly<Record<ErrorType, { readonly title: string; readonly text: string }>> = {
  invalid_request_error: {
    title: "Fix the request",
    text: "Something in the request is wrong, and a retry fails in the same way. `param` names the first field at fault.",
  },
  authentication_error: {
    title: "The credential is not usable",
    text: "Send another credential; a retry with this one fails in the same way.",
  },
  permission_error: {
    title: "The credential is not enough",
    text: "The credential is good, and does not open this. The message names what is missing.",
  },
  not_found_error: {
    title: "Nothing is there",
    text: "Nothing with that id is in the workspace of the credential. Ids of other workspaces answer like missing ones.",
  },
  conflict_error: {
    title: "The state forbids it",
    text: "Read the resource again and decide again; a retry of the same request fails until its state has changed.",
  },
  rate_limit_error: {
    title: "Wait",
    text: "Try again after as many seconds as `Retry-After` says. Out of minutes is the exception: agents start again when the budget allows.",
  },
  api_error: {
    title: "The service is at fault",
    text: "Try again with growing pauses; writes with the same `Idempotency-Key`. Tell the operator the `requestId` when it stays.",
  },
};

/** The section as HTML: each code at the anchor `error-<code>`, grouped by what to do about it. */
export function errorsSection(): string {
  const groups = Map.groupBy(Object.entries(errorCatalogue), ([, { type }]) => type);
  const parts = [...groups].map(([type, entries]) => {
    const codes = entries.map(([code, { status, description }]) => item(code, status, description)).join("");
    const { title, text } = advice[type];
    return `<h3>${title} <small><code>${type}</code></small></h3><p>${inline(text)}</p><dl>${codes}</dl>`;
  });
  return `<section id="errors" aria-labelledby="errors-title"><h2 id="errors-title">Errors</h2>${intro}${parts.join("")}</section>`;
}

const intro = `<p>${inline(
  "Every failure has the same body: `error` with `type`, `code`, `message`, `param`, `docsUrl`, `specUrl` and `requestId`. Branch on `code`; the message is for people and may change.",
)}</p>`;

function item(code: string, status: number, description: string): string {
  const anchor = `error-${code}`;
  return `<div id="${anchor}"><dt><a href="#${anchor}"><code>${code}</code></a> <small>${status}</small></dt><dd>${inline(description)}</dd></div>`;
}

/** Text with `code` in it. */
function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

/** Text that is safe within HTML and its attributes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] as string);
}
