/** Actions that run together at the end of the tick: one round of system calls for all answers that became ready in it. */
export function createOutbox<Item>(write: (item: Item) => void): (item: Item) => void {
  let waiting: Item[] = [];
  const flush = (): void => {
    const items = waiting;
    waiting = [];
    for (const item of items) write(item);
  };
  return (item) => {
    if (waiting.push(item) === 1) setImmediate(flush);
  };
}
