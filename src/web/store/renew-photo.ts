/** Asks for another link to the photo of an agent when one does not open it any more. */
import type { Store } from "./store.ts";

/** Links that another one was asked for: once, however many places show the photo. */
const asked = new Set<string>();

/** The agent comes with a new link, if the service answers. */
export function renewPhoto({ client, agents }: Pick<Store, "client" | "agents">, agentId: string, url: string): void {
  if (asked.has(url)) return;
  asked.add(url);
  client.getAgent({ agentId }).then((agent) => agents.put(agent), ignored);
}

function ignored(): void {
  // The initials stand where the photo is not.
}
