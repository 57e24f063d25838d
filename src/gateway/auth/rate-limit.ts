/**
 * Sliding window, exact: never more than the limit in any 60 seconds of the monotonic clock. Each credential keeps the moments
 * of its last accepted requests in a ring; the request that would be one too many is refused and not counted, so that
 * `Retry-After` holds. Source: IETF draft-ietf-httpapi-ratelimit-headers-11.
 */
import type { Clock } from "../../actors/runtime/ports.ts";

const windowMs = 60_000;
/** Most credentials ask far less often than they may. */
const startingRoom = 8;

export interface Verdict {
  readonly allowed: boolean;
  /** `RateLimit-Policy` and `RateLimit`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds until the next request is allowed, when this one is not. */
  readonly retryAfter: number;
}

/** Counts something here. */
export type Limiter = (id: string, limit: number) => Verdict;

/** Counts a request of a credential, where all nodes count it: `at` is the id of its workspace, or its own. */
export type CountRequest = (id: string, limit: number, at: string) => Verdict | Promise<Verdict>;

/** Makes of what this node counts what all nodes count together. */
export type CountTogether = (here: Limiter) => CountRequest;

interface Ring {
  readonly limit: number;
  /** Room for the most that were counted at once so far; it grows up to the limit. */
  moments: Float64Array;
  next: number;
  count: number;
}

/** A limiter that remembers the most recently seen `capacity` credentials. */
export function createRateLimiter(clock: Pick<Clock, "monotonic">, capacity = 10_000): Limiter {
  const rings = new Map<string, Ring>();
  return (id, limit) => {
    const ring = ringOf(rings, id, limit, capacity);
    const now = clock.monotonic();
    forget(ring, now - windowMs);
    const allowed = ring.count < limit;
    if (allowed) add(ring, now);
    const retryAfter = Math.max(1, Math.ceil(((ring.moments[oldest(ring)] as number) + windowMs - now) / 1000));
    return { allowed, headers: headersOf(ring, retryAfter), retryAfter };
  };
}

function ringOf(rings: Map<string, Ring>, id: string, limit: number, capacity: number): Ring {
  const known = rings.get(id);
  if (known === undefined && rings.size >= capacity) rings.delete(rings.keys().next().value as string);
  const ring = known?.limit === limit ? known : newRing(limit);
  if (known !== undefined) rings.delete(id);
  rings.set(id, ring); // the least recently seen comes first
  return ring;
}

function newRing(limit: number): Ring {
  return { limit, moments: new Float64Array(Math.min(limit, startingRoom)), next: 0, count: 0 };
}

/** Index of the oldest moment still counted. */
function oldest(ring: Ring): number {
  return (ring.next - ring.count + ring.moments.length) % ring.moments.length;
}

function forget(ring: Ring, until: number): void {
  while (ring.count > 0 && (ring.moments[oldest(ring)] as number) <= until) ring.count -= 1;
}

function add(ring: Ring, now: number): void {
  if (ring.count === ring.moments.length) grow(ring);
  ring.moments[ring.next] = now;
  ring.next = (ring.next + 1) % ring.moments.length;
  ring.count += 1;
}

/** Twice the room; the oldest moment comes first. */
function grow(ring: Ring): void {
  const { limit, moments, count } = ring;
  const first = oldest(ring);
  const larger = new Float64Array(Math.min(limit, count * 2));
  larger.set(moments.subarray(first));
  larger.set(moments.subarray(0, first), count - first);
  ring.moments = larger;
  ring.next = count;
}

function headersOf({ limit, count }: Ring, retryAfter: number): Record<string, string> {
  return {
    "ratelimit-policy": `"default";q=${limit};w=60`,
    ratelimit: `"default";r=${limit - count};t=${retryAfter}`,
  };
}
