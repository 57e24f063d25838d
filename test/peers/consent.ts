/** What the person does who is sent to the service by a program that waits for them at a loopback address. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createBrowser } from "../helpers/browser.ts";
import type { TestService } from "../helpers/service.ts";

/** Signs the owner in and allows what is asked for; their browser takes the answer to the program. */
export async function allow(service: TestService, authorize: URL): Promise<void> {
  const back = await createBrowser(service).decide(authorize.pathname + authorize.search);
  await (await fetch(back)).text();
}

/** A port of this machine that nobody listens at now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}
