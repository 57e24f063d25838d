/** A service whose time goes on by itself, with a workspace that has something in it. */
import type { TestContext } from "node:test";
import { builtApp } from "../../../src/gateway/web/built.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { startTestService, type TestOptions, type TestService } from "../../helpers/service.ts";

/** A Tuesday morning; the page and the service agree on it. */
export const morning = Date.parse("2026-03-10T09:41:00Z");

type Host = { readonly after: (action: () => Promise<void>) => void } | TestContext;

/** Starts it at that time; what waits for time is called as it passes. */
export async function startWebService(host: Host, options: TestOptions = {}, at = morning): Promise<TestService> {
  // A checkout builds the app at the first page, which a page's patience is not for.
  await builtApp();
  const clock = createFakeClock(at);
  const service = await startTestService(host, { ...options, clock });
  const timer = setInterval(() => clock.advance(10), 10);
  host.after(async () => clearInterval(timer));
  return service;
}
