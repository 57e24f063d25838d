/** One line of the results: what was measured, how much it was, what was aimed at. */

export interface Target {
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Figure {
  /** Stable name, for comparing runs. */
  readonly id: string;
  /** Heading under which it stands. */
  readonly group: string;
  readonly what: string;
  readonly value: number;
  /** `× bare`, `ms`, `MB`, `/s`, … */
  readonly unit: string;
  /** Null for figures that only inform. Source: the performance page of the design. */
  readonly target: Target | null;
  /** How it came about: latencies, CPU, scale. */
  readonly note: string;
}

/** Whether the target is met; null when there is none. A value that is no number meets nothing. */
export function isMet({ value, target }: Figure): boolean | null {
  if (target === null) return null;
  return value <= (target.atMost ?? Infinity) && value >= (target.atLeast ?? -Infinity);
}

/** The target in words, such as `≤ 4.5 × bare`. */
export function targetText({ target, unit }: Figure): string {
  if (target === null) return "–";
  const bounds = [
    target.atMost === undefined ? "" : `≤ ${target.atMost}`,
    target.atLeast === undefined ? "" : `≥ ${target.atLeast}`,
  ];
  return `${bounds.filter(Boolean).join(", ")} ${unit}`;
}

/** A number with as many digits as it deserves: three significant ones, never an exponent. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return "?";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}
