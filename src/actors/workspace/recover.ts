/** What is recovered in a workspace that is opened: what a crash left, a clock that was set back, a budget that has grown. */
import { initialise, isInitialised } from "../../workspace/initialise.ts";
import type { Mailbox } from "../mailbox/mailbox.ts";
import type { Rules, Shared } from "../parts/parts.ts";
import type { Watchdog } from "../alarms/watchdog.ts";

/** How a workspace is written to, with the look that a crash is followed by. */
export interface Writing {
  readonly workspaceId: string;
  readonly mailbox: Mailbox;
  readonly watchdog: Watchdog;
}

/** Leaves a file in which nothing is missing, nothing is taken, and what can start is due. Rejects when it cannot be written. */
export async function recover<Work>(writing: Writing, shared: Shared, rules: Rules<Work>): Promise<void> {
  await makeSound(writing, shared, rules);
  await lookForMinutes(writing, shared, rules);
}

/** Adds what a crash left out of the beginning, gives back the work that it left taken, and reconciles with the clock: one commit, if any. */
async function makeSound<Work>(
  { mailbox, watchdog }: Writing,
  { clock, ids, zoneData }: Shared,
  { table, maintenance }: Rules<Work>,
): Promise<void> {
  const isSound = mailbox.read(
    (sql) => isInitialised(sql) && !table.hasTaken(sql) && maintenance.isInOrder(sql, clock.now(), zoneData),
  );
  if (isSound) return;
  await watchdog.watch();
  await mailbox.write((sql) => {
    const moment = { now: clock.now(), newId: () => ids.uuid() };
    initialise(sql, { ...moment, members: null });
    table.releaseTaken(sql, moment.now);
    maintenance.reconcile({ sql, ...moment }, zoneData);
  });
}

/** A clock that was set back is noticed by the schedule of all workspaces; what follows from that is each one's own. */
export async function reconcile<Work>(
  { mailbox, watchdog }: Writing,
  { clock, ids, zoneData }: Shared,
  { maintenance }: Rules<Work>,
): Promise<void> {
  const now = clock.now();
  if (mailbox.read((sql) => maintenance.isInOrder(sql, now, zoneData))) return;
  await watchdog.watch();
  await mailbox.write((sql) => maintenance.reconcile({ sql, now, newId: () => ids.uuid() }, zoneData));
}

/** A budget grows while the service is down: what waited for minutes need not wait until it would be looked at anyway. */
async function lookForMinutes<Work>(
  { workspaceId, mailbox, watchdog }: Writing,
  { clock, minutes }: Shared,
  { maintenance }: Rules<Work>,
): Promise<void> {
  if (!mailbox.read((sql) => maintenance.waitsForMinutes(sql))) return;
  const left = await minutes.secondsLeft(workspaceId).catch(() => 0); // it is looked at again in any case
  if (left !== null && left <= 0) return;
  await watchdog.watch();
  await mailbox.write((sql) => maintenance.startForMinutes({ sql, now: clock.now() }));
}
