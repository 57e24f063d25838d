/** The people of the service and of its workspaces, as a start finds or makes them. */
import type { ActorHost } from "../actors/workspace/host.ts";
import type { Directory } from "../gateway/directory/directory.ts";
import { syncMembers, toMemberRow } from "../gateway/sync-members.ts";
import { describeError, type Log } from "./base/log.ts";
import type { Configuration } from "./base/configuration.ts";

/** The owner from the configuration, if there is one; the first workspace has its file either way. A second start changes nothing. */
export async function firstStart(
  { ownerEmail: email, ownerPassword: password }: Configuration,
  directory: Directory,
  host: ActorHost,
  log: Log,
): Promise<void> {
  const { workspace } = await directory.ensureHome();
  // Nobody can have put anything in it. With people in it, a file that is missing is lost, and not to be made again.
  const isNew = (await directory.membersOf(workspace.id)).length === 0;
  if (isNew) await host.create(workspace.id, []);
  if (email !== null && password !== null) await directory.createOwner({ email, password });
  const members = await directory.membersOf(workspace.id);
  await host.syncMembers(workspace.id, members.map(toMemberRow)).catch((error: unknown) => {
    if (isNew) throw error;
    log.error("a workspace cannot be opened; the others are served", {
      workspaceId: workspace.id,
      ...describeError(error),
    });
  });
}

/** Notifies workspaces of changes of their people that a crash kept from them; one that cannot be notified does not keep the service down. */
export async function syncAllMembers(directory: Directory, workspaces: ActorHost, log: Log): Promise<void> {
  for (const { workspaceId } of await directory.pendingMemberChanges()) {
    await syncMembers({ directory, workspaces }, workspaceId).catch((error: unknown) =>
      log.error("a workspace could not be notified of its members", { workspaceId, ...describeError(error) }),
    );
  }
}
