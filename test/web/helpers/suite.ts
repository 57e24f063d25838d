/** What the tests of a screen begin with: a service whose workspace is furnished, and a browser, once for each file. */
import { after, before } from "node:test";
import type { Browser } from "playwright-core";
import type { TestService } from "../../helpers/service.ts";
import { open, type Opened, startBrowser, withoutBrowser } from "./browser.ts";
import { type Furnished, furnish } from "./furnish.ts";
import { morning, startWebService } from "./service.ts";

/** Why a test in the browser is left out; false where it runs. */
export const skip = withoutBrowser && "there is no Chromium";

interface Suite {
  service: TestService;
  furnished: Furnished;
  browser: Browser;
  /** Opens a page of the app as the person who set it up. */
  readonly visit: (path: string) => Promise<Opened>;
}

/** Starts all of it before the tests of the file, and ends it after them; `prepare` changes the workspace before the browser opens. */
export function furnishedSuite(prepare = async (): Promise<void> => undefined): Suite {
  const ends: (() => Promise<void>)[] = [];
  const suite = {
    visit: (path) => open(suite.browser, suite.service.url, path, { now: morning, session: suite.service.session }),
  } as Suite;
  before(async () => {
    if (withoutBrowser) return;
    suite.service = await startWebService({ after: (end: () => Promise<void>) => void ends.push(end) });
    suite.furnished = await furnish(suite.service);
    await prepare();
    suite.browser = await startBrowser();
  });
  after(async () => {
    await suite.browser?.close();
    for (const end of ends.reverse()) await end();
  });
  return suite;
}
