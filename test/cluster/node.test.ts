/** A node tries its own address before it is one of several: where the runtime cannot connect nodes, it does not start. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { once } from "node:events";
import { test } from "node:test";
import { openNode } from "../../src/cluster/node.ts";
import { createClock } from "../../src/actors/runtime/clock.ts";
import { ownPort } from "../helpers/ports.ts";
import { isNode } from "../helpers/runtime.ts";

test("a node reaches itself by the secret, or is refused with what to do and holds no port", async () => {
  const port = await ownPort();
  const opening = openNode({
    url: `tls://127.0.0.1:${port}`,
    secret: Buffer.alloc(32, 7),
    membership: { owners: async () => new Map(), look: async () => ({ nodes: [], free: [] }) },
    owns: () => false,
    answers: () => undefined,
    clock: createClock(),
    leaseMs: 5000,
    onOutdated: () => assert.fail(),
    onUnannounced: () => assert.fail(),
  });
  if (isNode) return (await opening).close();
  await assert.rejects(opening, /DAYSHIFT_NODE_URL: this node does not reach itself at tls:.*run on Node/);
  const socket = connect(port, "127.0.0.1");
  await assert.rejects(once(socket, "connect"));
});
