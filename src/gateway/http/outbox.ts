/**
 * Items handed over in one tick are written together at its end. By then a small body has arrived whole, so that its
 * connection need not be closed for it; with handlers that work, it also cost a few per cent less CPU than writing at once.
 */
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
