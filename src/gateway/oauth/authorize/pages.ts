/** The pages of the authorization endpoint: plain HTML that works without scripts, and loads nothing from elsewhere. */
import { type Scope, scopeTexts } from "../../../schema/scopes.ts";
import { escapeHtml } from "../../docs/errors.ts";
import type { SessionPrincipal } from "../../directory/context/principal.ts";
import type { HttpResponse } from "../../http/message.ts";
import { isDocumentAddress } from "../clients/documents.ts";
import type { Asker, Wish } from "./request.ts";
import { redirectHost } from "../protocol/redirects.ts";

interface Page {
  readonly status: number;
  readonly title: string;
  /** HTML. */
  readonly body: string;
  /** Where a form may lead besides this service: Chromium holds the redirects that follow a form to it as well. */
  readonly leadsTo?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The refusal of a request whose sender is not known: nobody is sent anywhere. */
export function refusalPage(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const body = `<h1>This does not work</h1>
      <p id="problem" role="alert">${escapeHtml(message)}</p>
      <p>The app that sent you here made a mistake, or somebody pretends to be it. Nothing was allowed. You may close this page.</p>`;
  return page({ status, title: "This does not work", body, headers });
}

export interface SignIn {
  readonly asker: Asker;
  /** The query of the request, as it came. */
  readonly query: string;
  readonly status?: number;
  readonly problem?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Asks for the code of a second factor. */
  readonly takesCode?: boolean;
}

/** The sign-in form, with what was wrong before. */
export function signInPage(form: SignIn): HttpResponse {
  const { asker, query, status = 200, problem = "", headers = {}, takesCode = false } = form;
  const body = `<h1>Sign in</h1>
      <p><strong>${escapeHtml(asker.client.name)}</strong> wants to use Dayshift for you. Sign in to see what it asks for.</p>
      ${alert(problem)}
      <form method="post" action="${actionOf(query)}">
        <label>E-mail <input name="email" type="email" autocomplete="username" required autofocus></label>
        <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
        ${takesCode ? codeField : ""}
        <button>Sign in</button>
      </form>`;
  return page({ status, title: "Sign in to Dayshift", body, headers });
}

const codeField = '<label>Code <input name="code" autocomplete="one-time-code" maxlength="40" required></label>';

export interface Consent {
  readonly asker: Asker;
  readonly wish: Wish;
  readonly session: SessionPrincipal;
  readonly query: string;
  /** Shows that the form came from here. */
  readonly csrf: string;
  readonly status?: number;
  readonly problem?: string;
}

/** The consent form: who asks for what; the person chooses the workspace, and allows or denies it. */
export function consentPage({ asker, wish, session, query, csrf, status = 200, problem = "" }: Consent): HttpResponse {
  const name = escapeHtml(asker.client.name);
  const body = `<h1>Let ${name} in?</h1>
      <p>You are signed in as ${escapeHtml(session.user.email)}. Somebody else? <a href="/">Sign out</a> first, and come back from the app.</p>
      ${alert(problem)}
      <form method="post" action="${actionOf(query)}">
        <input type="hidden" name="csrf" value="${escapeHtml(csrf)}">
        <p><strong>${name}</strong> asks to:</p>
        <ul>
          ${wish.scopes.map(scopeItem).join("\n          ")}
        </ul>
        ${workspaceChoice(session)}
        <p>${origin(asker)}</p>
        <button name="decision" value="allow">Allow</button>
        <button name="decision" value="deny" class="second">Deny</button>
      </form>
      <p class="hint">Allow only what you know. A member can revoke a connected app at any time; the access ends at once.</p>`;
  return page({ status, title: "Let an app in: Dayshift", body, leadsTo: new URL(asker.redirectUri).protocol });
}

function scopeItem(scope: Scope): string {
  const { title, description, sensitive } = scopeTexts[scope];
  const warning = sensitive ? " <strong>This is the most private content there is.</strong>" : "";
  return `<li><strong>${escapeHtml(title)}</strong>: ${escapeHtml(description)}${warning}</li>`;
}

function workspaceChoice({ workspaces }: SessionPrincipal): string {
  const [first, ...others] = workspaces;
  if (first === undefined) return "<p>You belong to no workspace, so there is nothing to let it into.</p>";
  if (others.length === 0) {
    return `<p>In the workspace <strong>${escapeHtml(first.name)}</strong>.</p>
        <input type="hidden" name="workspace" value="${first.id}">`;
  }
  const options = workspaces.map(({ id, name }) => `<option value="${id}">${escapeHtml(name)}</option>`);
  return `<label>In the workspace <select name="workspace">${options.join("")}</select></label>`;
}

/** A name can be made up; an address cannot. */
function origin({ client, redirectUri }: Asker): string {
  const goal = `The answer goes to <strong>${escapeHtml(redirectHost(redirectUri))}</strong>.`;
  if (!isDocumentAddress(client.id)) return `${goal} The app chose its name itself.`;
  return `The app belongs to <strong>${escapeHtml(new URL(client.id).host)}</strong>. ${goal}`;
}

function actionOf(query: string): string {
  return escapeHtml(`/oauth/authorize?${query}`);
}

function alert(problem: string): string {
  return problem === "" ? "" : `<p id="problem" role="alert">${escapeHtml(problem)}</p>`;
}

function page({ status, title, body, leadsTo = "", headers = {} }: Page): HttpResponse {
  const policy = `default-src 'none'; style-src 'self'; form-action 'self' ${leadsTo}; base-uri 'none'; frame-ancestors 'none'`;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "x-frame-options": "DENY",
      "cache-control": "no-store",
      // Not no-referrer: with that, browsers send `Origin: null` with our own forms.
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      ...headers,
    },
    body: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <link rel="stylesheet" href="/web/pages.css">
  </head>
  <body>
    <main>
      ${body}
    </main>
  </body>
</html>
`,
  };
}
