/** Recovers a workspace that is opened: after a crash, a clock that was set back, a budget that has grown. */
import { initialise, isInitialised } from "../../workspace/initialise.ts";
import type { Mailbox } from "../mailbox/mailbox.ts";
import type { Rules } from "../parts/rules.ts";
import type { Shared } from "../parts/shared.ts";
import type { Watchdog } from "../alarms/schedule.ts";
import { isStorageRefusal } from "../store/failures.ts";

/** What writing to a workspace takes: its mailbox, and the watchdog that has it recovered after a crash. */
export interface Writing {
  readonly workspaceId: string;
  readonly mailbox: Mailbox;
  readonly watchdog: Watchdog;
}

/** Recovers the file, or where its storage takes no writes, says so and leaves that to the first write. Returns the watchdog of the file. */
export async function recoverIfWritable<Work>(file: Writing, shared: Shared, rules: Rules<Work>): Promise<Watchdog> {
  return (await isRecovered(file, shared, rules)) ? file.watchdog : recovering(file, shared, rules);
}

/** False when the storage takes no writes: the workspace is then opened for reading. */
async function isRecovered<Work>(file: Writing, shared: Shared, rules: Rules<Work>): Promise<boolean> {
  try {
    await recover(file, shared, rules);
    return true;
  } catch (error) {
    if (!isStorageRefusal(error)) throw error;
    shared.report("A workspace is opened for reading: its storage takes no writes.", error);
    return false;
  }
}

/** A watchdog that recovers the file before the first write, for a file that could not be recovered when it was opened. */
function recovering<Work>(file: Writing, shared: Shared, rules: Rules<Work>): Watchdog {
  let isSound = false;
  return {
    watch() {
      if (isSound) return file.watchdog.watch();
      return recover(file, shared, rules).then(async () => {
        isSound = true;
        await file.watchdog.watch();
      });
    },
    end: (alarm) => file.watchdog.end(alarm),
  };
}

/** Leaves a file in which nothing is missing, nothing is taken, and what can start is due. Rejects when it cannot be written. */
async function recover<Work>(writing: Writing, shared: Shared, rules: Rules<Work>): Promise<void> {
  await makeSound(writing, shared, rules);
  await lookForMinutes(writing, shared, rules);
}

/** Completes the beginning, releases work that a crash left taken, and reconciles with the clock: one commit, if any. */
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
    const moment = { now: clock.now(), newId: ids.uuid };
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
  await mailbox.write((sql) => maintenance.reconcile({ sql, now, newId: ids.uuid }, zoneData));
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
