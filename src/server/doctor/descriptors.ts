/** Whether as many files may be open as the configured number of workspaces and connections needs. */
import { type Finding, fine, wrong } from "../base/finding.ts";

/** The database, its log, its shared memory, and one to spare (design target: at most four for each open workspace). */
const perWorkspace = 4;
/** Connections of clients, the directory, the program itself. */
const besides = 1024;
/** Fewer workspaces held open are no way out: they would be opened and closed all the time. */
const fewestOpen = 50;

/** The limit of this process; null where the system reports none. */
export function descriptorLimit(): number | null {
  const report = process.report?.getReport() as { userLimits?: { open_files?: { soft?: unknown } } } | undefined;
  const soft = report?.userLimits?.open_files?.soft;
  if (soft === "unlimited") return Number.POSITIVE_INFINITY;
  return typeof soft === "number" ? soft : null;
}

/** What the limit means for so many workspaces. */
export function judgeDescriptors(limit: number | null, maxOpen: number): Finding {
  if (limit === null) return fine("descriptors", "This system reports no limit of open files.");
  const needed = maxOpen * perWorkspace + besides;
  const message = `This process may hold ${limit} files open; DAYSHIFT_MAX_OPEN=${maxOpen} needs ${needed}.`;
  if (limit >= needed) return fine("descriptors", message);
  const raise = `Raise the limit (LimitNOFILE=${needed} in the systemd unit, ulimit -n ${needed} in a shell)`;
  const fitting = Math.floor((limit - besides) / perWorkspace);
  const orFewer = fitting < fewestOpen ? "" : `, or set DAYSHIFT_MAX_OPEN=${fitting}`;
  return wrong("descriptors", message, `${raise}${orFewer}.`);
}
