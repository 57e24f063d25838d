/** The end of a server: answers first, then the connections. */
import type { Server } from "node:http";
import type { Clock } from "../../actors/ports.ts";
import type { Connections } from "./connections.ts";

const STEP = 100;

/**
 * Stops accepting and resolves when every connection is closed. Idle connections close at once; those without a whole
 * request (a client that sends its head byte by byte) after the first step of 100 ms; the rest with their answers, or
 * at the deadline, in milliseconds from now.
 */
export async function drainServer(
  server: Server,
  connections: Connections,
  deadline: number,
  clock: Clock,
): Promise<void> {
  const end = clock.monotonic() + deadline;
  let cancel: (() => void) | undefined;
  const step = (): void => {
    if (clock.monotonic() >= end) {
      connections.closeAll();
      return;
    }
    connections.closeUnoccupied();
    schedule();
  };
  const schedule = (): void => {
    cancel = clock.timer(Math.min(STEP, Math.max(0, end - clock.monotonic())), step);
  };
  schedule();
  await new Promise<unknown>((resolve) => server.close(resolve));
  await connections.allClosed(); // Deno says that a server is closed while answers are still held
  cancel?.();
}
