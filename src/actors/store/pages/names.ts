/** The names of files in the store of several machines. */
import type { Holding } from "./port.ts";

/** The database of organizations and people. */
export const directoryName = "directory";

/** The database of a workspace. */
export function workspaceName(workspaceId: string): string {
  return `workspace/${workspaceId}`;
}

/** The ids of all workspaces that the store has. */
export async function workspacesOf({ owned }: { readonly owned: Pick<Holding, "names"> }): Promise<string[]> {
  const prefix = workspaceName("");
  return (await owned.names(prefix)).map((name) => name.slice(prefix.length));
}

/** A recording of a workspace; without its id, what the names of all begin with. */
export function mediumName(workspaceId: string, id = ""): string {
  return `media/${workspaceId}/${id}`;
}
