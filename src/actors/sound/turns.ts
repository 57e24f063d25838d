/** Packets are judged in many turns of the event loop, so that other work has its turn however dear they are. */

/** What one turn takes: bytes, of which every packet counts as so many more. An Opus packet of 48 frames takes 0.1 ms. */
const most = 16_384;
const each = 512;

/** The same packets. */
export async function* inTurns<Packet extends { readonly bytes: Uint8Array }>(
  packets: AsyncIterable<Packet>,
): AsyncGenerator<Packet> {
  let taken = 0;
  for await (const packet of packets) {
    taken += each + packet.bytes.byteLength;
    if (taken >= most) {
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
