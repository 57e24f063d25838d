/** A service whose time goes on by itself, with a workspace that has something in it. */
import type { TestContext } from "node:test";
import { builtApp } from "../../../src/gateway/web/built.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { startTestService, type TestOptions, type TestService } from "../../helpers/service.ts";

/** A Tuesday morning; the page and the service agree on it. */
export const morning = Date.parse("2026-03-10T09:41:00Z");

type Host = { readonly after: (action: () => Promise<void>) => void } | TestContext;

/** Milliseconds that its time goes on at most at once: on a busy machine it goes slower, and nothing is late. */
const most = 10;

/**
 * Starts it at that time; what waits for time is called as it passes: in steps of a millisecond, so that changes one after the other are
 * not of the same moment, at which neither the page nor the service could tell them apart.
 */
export async function startWebService(host: Host, options: TestOptions = {}, at = morning): Promise<TestService> {
  // A checkout builds the app at the first page, which a page's patience is not for.
  await builtApp();
  const clock = createFakeClock(at);
  const service = await startTestService(host, { ...options, clock });
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    clock.advance(Math.min(most, Math.ceil(now - last)));
    last = now;
  }, 1);
  host.after(async () => clearInterval(timer));
  return service;
}
