/**
 * Which workspaces are open. Each is opened once however many ask for it, and the ones least recently used are closed to make
 * room; one with work, writes or pending requests in progress never is, so under pressure there are more open than the limit says.
 * One that nobody used, but was opened for its due work, is closed when that is done.
 */
import { stopping } from "../../schema/errors.ts";

export interface Closable {
  /** True while something is in progress that closing would cut short. */
  readonly isBusy: boolean;
  close(): Promise<void>;
}

export interface RegistryOptions<W extends Closable> {
  readonly open: (workspaceId: string) => Promise<W>;
  /** How many idle workspaces stay open. */
  readonly maxOpen: number;
  /** Called with a workspace that could not be closed properly. */
  readonly report: (what: string, error: unknown) => void;
}

export interface Registry<W extends Closable> {
  /** Calls the action with the workspace once it is open. */
  use<T>(workspaceId: string, action: (workspace: W) => Promise<T>): Promise<T>;
  /** Calls the action, which ends when the workspace is idle; begins then to close it, unless somebody has used it since it was opened. */
  visit(workspaceId: string, action: (workspace: W) => Promise<void>): Promise<void>;
  /** The workspace when it is open; counts as a use. */
  find(workspaceId: string): W | null;
  /** Of the idle ones that pass, the one that was not used for longest; null when there is none. */
  leastRecent(passes: (workspace: W) => boolean): W | null;
  /** Of the workspaces that pass, those that are open now, or being opened. */
  open(passes?: (workspaceId: string) => boolean): readonly Promise<W>[];
  /** Closes those that pass, and takes what comes from here on as usual. */
  closeSome(passes: (workspaceId: string) => boolean): Promise<void>;
  /** Refuses what comes from here on and closes all. */
  closeAll(): Promise<void>;
}

interface Entry<W> {
  workspace: W | null;
  opening: Promise<W>;
  closing: Promise<void> | null;
  /** Those who waited for it to open, until their action has ended. */
  pins: number;
  /** The number of its last use; 0 when it was only visited. */
  used: number;
}

type IdleEntry<W> = Entry<W> & { readonly workspace: W };

export function createRegistry<W extends Closable>({ open, maxOpen, report }: RegistryOptions<W>): Registry<W> {
  const entries = new Map<string, Entry<W>>();
  let uses = 0;
  let isClosed = false;

  const leastRecent = (passes: (workspace: W) => boolean): [string, IdleEntry<W>] | undefined => {
    let found: [string, IdleEntry<W>] | undefined;
    for (const [workspaceId, entry] of entries) {
      const { workspace, used } = entry;
      if (workspace === null || (found !== undefined && used >= found[1].used)) continue;
      if (passes(workspace) && isIdle(entry)) found = [workspaceId, entry];
    }
    return found;
  };

  const close = (workspaceId: string, entry: Entry<W>, workspace: W): Promise<void> => {
    entry.closing ??= workspace
      .close()
      .catch((error: unknown) => report("A workspace did not close properly.", error))
      .finally(() => entries.delete(workspaceId));
    return entry.closing;
  };

  const makeRoom = async (): Promise<void> => {
    while (entries.size > maxOpen) {
      const found = leastRecent(() => true);
      if (found === undefined) return;
      const [workspaceId, entry] = found;
      await close(workspaceId, entry, entry.workspace);
    }
  };

  const begin = (workspaceId: string): Entry<W> => {
    const opening = Promise.resolve()
      .then(makeRoom)
      .then(() => open(workspaceId));
    const entry: Entry<W> = { workspace: null, opening, closing: null, pins: 0, used: 0 };
    entries.set(workspaceId, entry);
    opening.then(
      (workspace) => (entry.workspace = workspace),
      () => entries.delete(workspaceId),
    );
    return entry;
  };

  const enter = async <T>(workspaceId: string, isUse: boolean, action: (workspace: W) => Promise<T>): Promise<T> => {
    let entry = entries.get(workspaceId);
    while (entry?.closing) {
      await entry.closing;
      entry = entries.get(workspaceId);
    }
    if (isClosed) throw stopping();
    entry ??= begin(workspaceId);
    if (isUse) entry.used = ++uses;
    entry.pins += 1;
    try {
      return await action(await entry.opening);
    } finally {
      entry.pins -= 1;
    }
  };

  const find = (workspaceId: string): W | null => {
    const entry = entries.get(workspaceId);
    if (!entry?.workspace || entry.closing || isClosed) return null;
    entry.used = ++uses;
    return entry.workspace;
  };

  const closeSome = async (passes: (workspaceId: string) => boolean): Promise<void> => {
    const closing = [...entries].filter(([workspaceId]) => passes(workspaceId));
    await Promise.all(
      closing.map(([workspaceId, entry]) =>
        entry.opening.then(
          (workspace) => close(workspaceId, entry, workspace),
          () => undefined,
        ),
      ),
    );
  };

  return {
    use(workspaceId, action) {
      const workspace = find(workspaceId);
      return workspace === null ? enter(workspaceId, true, action) : action(workspace);
    },
    async visit(workspaceId, action) {
      await enter(workspaceId, false, action);
      const entry = entries.get(workspaceId);
      if (entry?.used === 0 && isIdle(entry)) void close(workspaceId, entry, entry.workspace);
    },
    find,
    leastRecent: (passes) => leastRecent(passes)?.[1].workspace ?? null,
    open: (passes = () => true) =>
      [...entries].filter(([workspaceId]) => passes(workspaceId)).map(([, { opening }]) => opening),
    closeSome,
    async closeAll() {
      isClosed = true;
      await closeSome(() => true);
    },
  };
}

function isIdle<W extends Closable>(entry: Entry<W>): entry is IdleEntry<W> {
  const { workspace, closing, pins } = entry;
  return workspace !== null && closing === null && pins === 0 && !workspace.isBusy;
}
