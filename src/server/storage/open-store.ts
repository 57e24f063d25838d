/** The store that the configuration names. */
import type { Clock } from "../../actors/runtime/ports.ts";
import type { PageStore } from "../../actors/store/pages/port.ts";
import { openPostgres } from "../../actors/store/pages/postgres/store.ts";

/** Connects. Rejects, naming the setting, when the store cannot be used. */
export function openStore(url: string, leaseSeconds: number, clock: Clock): Promise<PageStore> {
  return openPostgres({ url, leaseMs: leaseSeconds * 1000, clock });
}
