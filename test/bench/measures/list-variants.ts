/** What a list may be asked for: every documented filter and sort, and the combinations that hurt careless indexes. */

/** Query strings for a workspace seeded by `seed.ts`, without `limit`. */
export function listVariants(listId: string, since: string): string[] {
  const filters = [
    "status=active",
    "status=ready",
    "status=in_progress",
    "status=done",
    "priority=urgent",
    "priority=low",
    "priority=none",
    "type=task",
    "type=responsibility",
    `todoListId=${listId}`,
    "assignedToMe=true",
    "unassigned=true",
    "includeArchived=true",
    `assigneeId=${listId}`,
    `captureId=${listId}`,
    "dueBefore=2026-06-30",
    "dueAfter=2026-06-01&dueBefore=2026-06-03",
    `updatedSince=${since}`,
    `createdSince=${since}`,
  ];
  const sorts = ["createdAt", "updatedAt", "dueDate", "priority"].flatMap((sort) =>
    ["asc", "desc"].map((order) => `sort=${sort}&order=${order}`),
  );
  const texts = ["query=invoice", "query=travel+plan+of", "query=no+such+words", "query=of", "query=zq"];
  const combined = [
    "status=active&sort=dueDate&order=asc",
    "status=done&priority=high&sort=updatedAt",
    "type=responsibility&unassigned=true&sort=dueDate&order=asc",
    "type=responsibility&status=in_progress&priority=low&sort=priority",
    `todoListId=${listId}&status=in_progress&sort=updatedAt&order=asc`,
    "assignedToMe=true&status=in_progress&priority=urgent&sort=dueDate",
    "dueBefore=2026-01-02&sort=priority&order=asc",
    "query=invoice&sort=dueDate&order=asc",
    "query=invoice&status=in_progress&type=responsibility&sort=updatedAt",
    "query=garden&type=responsibility",
    "query=no+such+words&sort=priority",
    "includeArchived=true&sort=dueDate&order=asc",
  ];
  return ["", ...filters, ...sorts, ...texts, ...combined];
}
