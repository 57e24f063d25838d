/** The tables of the benchmark: targets and numbers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Figure, isMet, numberText, targetText } from "./figure.ts";
import { renderReport } from "./table.ts";

function figure(value: number, target: Figure["target"], group = "Reading"): Figure {
  return { id: "x", group, what: "`GET /a|b`", value, unit: "× bare", target, note: "p99 3 ms" };
}

test("a value that could not be measured meets no target", () => {
  assert.equal(isMet(figure(Number.NaN, { atMost: 2 })), false);
});

test("a target is met at its bound, and missed beyond it", () => {
  assert.equal(isMet(figure(2, { atMost: 2 })), true);
  assert.equal(isMet(figure(2.01, { atMost: 2 })), false);
  assert.equal(isMet(figure(9.9, { atLeast: 10 })), false);
  assert.equal(isMet(figure(10, { atLeast: 10 })), true);
  assert.equal(isMet(figure(10, null)), null);
});

test("a target reads as it is meant", () => {
  assert.equal(targetText(figure(1, { atMost: 4.5 })), "≤ 4.5 × bare");
  assert.equal(targetText(figure(1, { atLeast: 10 })), "≥ 10 × bare");
  assert.equal(targetText(figure(1, null)), "–");
});

test("numbers keep three digits", () => {
  assert.deepEqual([1.2345, 0.0123, 12_345.6, 99.96, Number.NaN].map(numberText), [
    "1.23",
    "0.0123",
    "12,346",
    "100",
    "?",
  ]);
});

test("the page counts what is met, has a table per group, and keeps its columns apart", () => {
  const figures = [figure(1, { atMost: 2 }), figure(3, { atMost: 2 }, "Writing"), figure(5, null)];
  const page = renderReport({ date: "2026-01-05", machine: ["2 cores"], figures });
  assert.match(page, /1 of 2 targets met\./);
  assert.deepEqual(page.match(/^## .+$/gm), ["## Reading", "## Writing"]);
  assert.ok(page.includes("| `GET /a\\|b` | 1 × bare | ≤ 2 × bare | ✓ | p99 3 ms |"));
  assert.ok(page.includes("| `GET /a\\|b` | 3 × bare | ≤ 2 × bare | ✗ | p99 3 ms |"));
  assert.ok(page.includes("| `GET /a\\|b` | 5 × bare | – |  | p99 3 ms |"));
});
