/** The names of files in the store of several machines. */

/** The database of organizations and people. */
export const directoryName = "directory";

/** The database of a workspace. */
export function workspaceName(workspaceId: string): string {
  return `workspace/${workspaceId}`;
}

/** A recording of a workspace; without its id, what the names of all begin with. */
export function mediumName(workspaceId: string, id = ""): string {
  return `media/${workspaceId}/${id}`;
}
