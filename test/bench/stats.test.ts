/** Percentiles and medians of the benchmark. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { median, percentile, spreadOf } from "./stats.ts";

test("no samples have no percentile and no median", () => {
  assert.ok(Number.isNaN(percentile([], 0.5)));
  assert.ok(Number.isNaN(median([])));
});

test("a percentile is a sample, found by nearest rank whatever the order", () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  assert.deepEqual(
    [0, 0.5, 0.99, 1].map((share) => percentile(hundred, share)),
    [1, 50, 99, 100],
  );
  assert.equal(percentile([7], 0.99), 7);
});

test("the median of an even number of samples is the mean of the middle two", () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([10, 1, 2, 4]), 3);
});

test("measuring leaves the samples in their order", () => {
  const samples = [3, 1, 2];
  assert.deepEqual(spreadOf(samples), { p50: 2, p99: 3 });
  assert.deepEqual(samples, [3, 1, 2]);
});
