/** Waiting for something that other tasks bring about: turns of the event loop are counted, never time. */

const turnsAtMost = 5_000_000;

/** Resolves when the check holds; throws what it was waiting for when the event loop has turned too often. */
export async function eventually(what: string, check: () => boolean): Promise<void> {
  for (let turn = 0; turn < turnsAtMost; turn++) {
    if (check()) return;
    await nextTurn();
  }
  throw new Error(`Waited in vain: ${what}.`);
}

/** Lets the event loop turn the given number of times. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
