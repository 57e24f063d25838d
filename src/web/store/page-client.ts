/** The client of a page: it says what it hears of the service, and waits by the timers of the page. */
import { createClient } from "../../client/client.ts";
import type { Client } from "../../client/types.ts";
import type { Ports } from "../base/ports.ts";

/** In milliseconds: nobody waits longer than this without a word; what was refused says when to try again. */
const longestWait = 2000;

export interface PageClientParts {
  readonly ports: Ports;
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  /** The service answered. */
  readonly onHeard: () => void;
  /** No answer came. */
  readonly onMissed: () => void;
  /** It answered 401; `isRead` where it was only asked. */
  readonly onUnauthorized: (isRead: boolean) => void;
}

/** A client for that workspace; without one for what is of no workspace. */
export function pageClient(parts: PageClientParts, workspaceId: string | undefined): Client {
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    try {
      const response = await parts.fetch(address, init);
      parts.onHeard();
      if (response.status === 401) parts.onUnauthorized(init.method === "GET");
      return response;
    } catch (error) {
      parts.onMissed();
      throw error;
    }
  };
  const sleep = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => parts.ports.later(milliseconds, resolve));
  const options = { url: "", fetch, retries: 1, longestWait };
  const ports = { newKey: () => parts.ports.newKey(), random: () => parts.ports.random(), sleep };
  return createClient({ ...options, ports, ...(workspaceId !== undefined && { workspaceId }) });
}
