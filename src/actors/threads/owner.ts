/** Which of several threads owns a workspace: always the same one, so that its file has one owner. */

/** From 0 to `count` − 1, by the random end of the id. */
export function ownerOf(workspaceId: string, count: number): number {
  return Number.parseInt(workspaceId.slice(-8), 16) % count;
}
