/** As much of a browser as the authorization pages need: cookies, forms, and an Origin with every form. No scripts. */
import assert from "node:assert/strict";
import { ownerEmail, ownerPassword } from "./owner.ts";
import { type TestService } from "./service.ts";

export interface Page {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Where a redirect leads; empty without one. */
  readonly location: string;
}

export interface Browser {
  readonly cookies: Map<string, string>;
  open(path: string): Promise<Page>;
  /** Sends the form of a page with its hidden fields and the given ones; `headers` win over what a browser sends. */
  submit(
    page: Page,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Page>;
  post(path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Page>;
  /** Opens the address, signs the owner in where that is asked, allows or denies; answers where the person is sent then. */
  decide(path: string, decision?: "allow" | "deny", fields?: Readonly<Record<string, string>>): Promise<URL>;
}

export function createBrowser(service: TestService): Browser {
  const cookies = new Map<string, string>();

  async function request(method: string, path: string, raw?: string, extra: Readonly<Record<string, string>> = {}) {
    const form = { "content-type": "application/x-www-form-urlencoded", origin: service.publicUrl };
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(raw === undefined ? {} : form), ...(cookie === "" ? {} : { cookie }), ...extra };
    const answer = await service.send(method, path, { headers, ...(raw === undefined ? {} : { raw }) });
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return { ...answer, location: answer.headers.location ?? "" };
  }

  const browser: Browser = {
    cookies,
    open: (path) => request("GET", path),
    post: (path, body, headers) => request("POST", path, body, headers),
    submit: (page, fields, headers) => {
      const all = { ...hiddenFields(page), ...fields };
      return request("POST", actionOf(page), new URLSearchParams(all).toString(), headers);
    },
    decide: async (path, decision = "allow", fields = {}) => {
      let page = await browser.open(path);
      if (page.body.includes('name="password"')) {
        const back = await browser.submit(page, { email: ownerEmail, password: ownerPassword });
        assert.equal(back.status, 303, back.body);
        page = await browser.open(back.location);
      }
      assert.equal(page.status, 200, page.body);
      const last = await browser.submit(page, { ...fields, decision });
      assert.equal(last.status, 303, last.body);
      return new URL(last.location);
    },
  };
  return browser;
}

function actionOf({ body }: Page): string {
  const [, action] = /<form method="post" action="([^"]*)"/.exec(body) ?? assert.fail(`There is no form: ${body}`);
  return unescape(action ?? "");
}

function hiddenFields({ body }: Page): Record<string, string> {
  const hidden = body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries(Array.from(hidden, ([, name = "", value = ""]) => [name, unescape(value)]));
}

function unescape(text: string): string {
  const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] as string);
}
