/** Where cards stand, and where one comes to stand: pure arithmetic on columns of ids. */

export interface Spot {
  readonly column: number;
  readonly row: number;
}

type Columns = readonly (readonly { readonly id: string }[])[];

/** Where the card is; null where it is not on the board. */
export function spotOf(columns: Columns, id: string | null): Spot | null {
  if (id === null) return null;
  for (const [column, rows] of columns.entries()) {
    const row = rows.findIndex((one) => one.id === id);
    if (row >= 0) return { column, row };
  }
  return null;
}

/**
 * The spot so many columns and rows away, as far as there are any; the first one from nowhere. What is carried may come to stand
 * behind the last card of another column.
 */
export function step(columns: Columns, from: Spot | null, by: Spot, isCarried = false): Spot {
  if (from === null)
    return {
      column: Math.max(
        0,
        columns.findIndex((rows) => rows.length > 0),
      ),
      row: 0,
    };
  const column = Math.max(0, Math.min(columns.length - 1, from.column + by.column));
  const count = columns[column]?.length ?? 0;
  const last = isCarried && column !== from.column ? count : count - 1;
  return { column, row: Math.max(0, Math.min(last, from.row + by.row)) };
}

/** After which cards it stands now and would stand, null for the top; null altogether where it would not move. */
export function whereTo(
  columns: Columns,
  from: Spot,
  to: Spot,
): { readonly before: string | null; readonly after: string | null } | null {
  if (from.column === to.column && from.row === to.row) return null;
  const idAt = (column: number, row: number): string | null => columns[column]?.[row]?.id ?? null;
  // Its own place is empty while it is carried.
  const isBelow = from.column === to.column && to.row > from.row;
  return { before: idAt(from.column, from.row - 1), after: idAt(to.column, isBelow ? to.row : to.row - 1) };
}
