/** Packets are read in many turns of the event loop, so that other work has its turn however many come at once. */

/** What one turn takes: bytes, of which every packet counts as so many more. */
const turnBytes = 16_384;
const each = 512;

/** The same packets, or what says only how large they are. */
export async function* inTurns<Packet extends { readonly bytes: Uint8Array } | { readonly size: number }>(
  packets: AsyncIterable<Packet>,
): AsyncGenerator<Packet> {
  let taken = 0;
  for await (const packet of packets) {
    taken += each + ("bytes" in packet ? packet.bytes.byteLength : packet.size);
    if (taken >= turnBytes) {
      await nextTurn();
      taken = 0;
    }
    yield packet;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
