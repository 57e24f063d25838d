/** What the person does who is sent to the service by a program that waits for them at a loopback address. */
import { createServer } from "node:net";
import { createBrowser } from "../helpers/browser.ts";
import type { TestService } from "../helpers/service.ts";

/** Signs the owner in and allows what is asked for; their browser takes the answer to the program. */
export async function allow(service: TestService, authorize: URL): Promise<void> {
  const back = await createBrowser(service).decide(authorize.pathname + authorize.search);
  await (await fetch(back)).text();
}

/**
 * A port of this machine that nobody listens at now. It is below those that systems give out by themselves, so that no other program
 * is given it before the one that is to listen there does.
 */
export async function freePort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 10_000); port < 32_000; port++) {
    if (await isFree(port)) return port;
  }
  throw new Error("There is no free port below 32000.");
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.on("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => void server.close(() => resolve(true)));
  });
}
