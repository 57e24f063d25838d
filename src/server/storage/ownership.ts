/** Waits until this node owns the data in the store, and answers in the meantime that it waits. */
import { createHash } from "node:crypto";
import { hostname } from "node:os";
import type { PageStore } from "../../actors/store/pages/port.ts";
import { createReplica, type Replica } from "../../actors/store/pages/replica.ts";
import { listen, type Listening } from "../base/listening.ts";
import { secretKeyOf } from "../base/secret-key.ts";
import { becomeCacheFolder, emptyCacheFolder } from "../base/cache-folder.ts";
import type { StorageParts } from "./parts.ts";
import { waitingApp } from "./waiting.ts";

export interface Owner {
  readonly replica: Replica;
  readonly listening: Listening;
}

/** Says which secret key opens what the directory encrypts. */
const secretFact = "secret key";

/** A store, and the server of a node that has nothing of it yet: it answers that it waits. */
export interface Waiting {
  readonly store: PageStore;
  readonly listening: Listening;
}

/** Opens both. Rejects when the folder, the secret key or the store cannot be used. */
export async function openWaiting(parts: StorageParts, closers: (() => unknown)[]): Promise<Waiting> {
  const { configuration } = parts;
  const store = await storeOf(parts);
  closers.push(() => store.close());
  becomeCacheFolder(configuration.dataDir);
  const listening = await listen(parts);
  listening.server.serve(waitingApp(listening.publicUrl));
  closers.push(() => listening.server.close());
  requireSameSecret(await store.facts(), configuration);
  return { store, listening };
}

/** Resolves when this node owns the data, its folder empty. Rejects when its folder, its secret key or the store cannot be used. */
export async function own(parts: StorageParts, closers: (() => unknown)[]): Promise<Owner> {
  const { configuration, log } = parts;
  const { store, listening } = await openWaiting(parts, closers);
  log.info("waiting for the data", { url: listening.url, owner: (await store.owner()) ?? "nobody yet" });
  const owned = await store.own(`${hostname()} (pid ${process.pid})`).catch((error: Error) => {
    parts.onLost(error); // its place in the queue is gone
    throw error;
  });
  log.info("owns the data", { epoch: owned.epoch });
  requireSameSecret(await store.facts(), configuration);
  void owned.lost.then(parts.onLost);
  emptyCacheFolder(configuration.dataDir);
  const replica = createReplica(owned, parts.onLost, { onDamage: (name) => sayDamage(log, name) });
  closers.push(async () => {
    await replica.settled();
    await owned.release();
  });
  await replica.append({ facts: secretFactOf(configuration) });
  return { replica, listening };
}

/** Says that the store has other pages of a file than were sent. */
export function sayDamage(log: StorageParts["log"], file: string): void {
  log.error(
    "the store has other pages of a file than were sent to it: look it over now (dayshift doctor), and put its backup back where it is damaged",
    { file },
  );
}

/** What the store says of the secret key that is used with it. */
export function secretFactOf(configuration: StorageParts["configuration"]): ReadonlyMap<string, string> {
  return new Map([[secretFact, fingerprintOf(secretKeyOf(configuration)())]]);
}

/** Throws where the store was used with another secret key. */
export function requireSameSecret(
  facts: ReadonlyMap<string, string>,
  configuration: StorageParts["configuration"],
): void {
  const fingerprint = fingerprintOf(secretKeyOf(configuration)());
  if ((facts.get(secretFact) ?? fingerprint) === fingerprint) return;
  throw new Error(
    "DAYSHIFT_SECRET_KEY: another key than that of the store. Every node needs the same one: without it nobody can read what is encrypted there.",
  );
}

/** The store that was brought, or the configured one, whose client is loaded here. */
async function storeOf({
  configuration: { storeUrl, leaseSeconds },
  clock,
  pageStore,
}: StorageParts): Promise<PageStore> {
  if (pageStore !== undefined) return pageStore;
  if (storeUrl === null) throw new Error("DAYSHIFT_STORE_URL is not set.");
  const { openStore } = await import("./open-store.ts");
  return openStore(storeUrl, leaseSeconds, clock);
}

function fingerprintOf(key: Uint8Array): string {
  return createHash("sha256").update("dayshift").update(key).digest("hex").slice(0, 32);
}
