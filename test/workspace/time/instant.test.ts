/** Instants by arithmetic against those of the platform. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { toInstant } from "../../../src/workspace/time/instant.ts";

test("an instant reads as the platform writes it, on every kind of day", () => {
  const days = ["1970-01-01", "1999-12-31", "2000-02-29", "2100-02-28", "2100-03-01", "2026-11-21", "9999-12-31"];
  for (const date of days) {
    for (const time of ["00:00:00.000", "09:08:07.006", "23:59:59.999"]) {
      const text = `${date}T${time}Z`;
      assert.equal(toInstant(Date.parse(text)), text);
    }
  }
  fc.assert(
    fc.property(fc.integer({ min: -1e14, max: 3e14 }), (at) => {
      assert.equal(toInstant(at), new Date(at).toISOString());
    }),
    { seed: 3, numRuns: 5000 },
  );
});

test("what is no instant is refused", () => {
  for (const at of [Number.NaN, 8.64e15 + 1]) assert.throws(() => toInstant(at), RangeError);
});
