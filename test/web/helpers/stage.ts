/** What the tests of the app have in common: a service with something in it, and a browser that visits it. */
import { after } from "node:test";
import type { Browser } from "playwright-core";
import type { TestOptions, TestService } from "../../helpers/service.ts";
import { open, type Opened, type OpenOptions, startBrowser, withoutBrowser } from "./browser.ts";
import { morning, startWebService } from "./service.ts";

export interface Stage<Filled> {
  readonly service: TestService;
  readonly browser: Browser;
  readonly filled: Filled;
  /** Opens a path as the signed-in owner. */
  readonly visit: (path: string, options?: Partial<OpenOptions>) => Promise<Opened>;
}

/** Why the tests of the app are skipped, false where they are not. */
export const skip = withoutBrowser && "there is no Chromium";

/** Starts both; they end after the tests of the file. On a machine without a browser it is empty, because nothing uses it. */
export async function openStage<Filled>(
  fill: (service: TestService) => Promise<Filled>,
  options: TestOptions = {},
  at = morning,
): Promise<Stage<Filled>> {
  if (withoutBrowser) return {} as Stage<Filled>;
  const ends: (() => Promise<void>)[] = [];
  after(async () => {
    for (const end of ends.reverse()) await end();
  });
  const service = await startWebService({ after: (end: () => Promise<void>) => void ends.push(end) }, options, at);
  const filled = await fill(service);
  const browser = await startBrowser();
  ends.push(() => browser.close());
  const visit = (path: string, more: Partial<OpenOptions> = {}) =>
    open(browser, service.url, path, { now: morning, session: service.session, ...more });
  return { service, browser, filled, visit };
}
