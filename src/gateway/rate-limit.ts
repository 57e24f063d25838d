/**
 * Sliding window, exact: never more than the limit in any 60 seconds of the monotonic clock. Each credential keeps the moments
 * of its last accepted requests in a ring; the request that would be one too many is refused and not counted, so that
 * `Retry-After` holds. Source: decisions §3, IETF draft-ietf-httpapi-ratelimit-headers-11.
 */
const windowMs = 60_000;

export interface Verdict {
  readonly allowed: boolean;
  /** `RateLimit-Policy`, `RateLimit`, and `Retry-After` when refused. */
  readonly headers: Readonly<Record<string, string>>;
}

interface Ring {
  readonly moments: Float64Array;
  next: number;
  count: number;
}

/** A limiter that remembers the most recently seen `capacity` credentials. */
export function createRateLimiter(monotonic: () => number, capacity = 10_000): (id: string, limit: number) => Verdict {
  const rings = new Map<string, Ring>();
  return (id, limit) => {
    const ring = ringOf(rings, id, limit, capacity);
    const now = monotonic();
    forget(ring, now - windowMs);
    const allowed = ring.count < limit;
    if (allowed) add(ring, now);
    return { allowed, headers: headersOf(ring, limit, now, allowed) };
  };
}

function ringOf(rings: Map<string, Ring>, id: string, limit: number, capacity: number): Ring {
  const known = rings.get(id);
  if (known !== undefined && known.moments.length === limit) return known;
  if (rings.size >= capacity) rings.delete(rings.keys().next().value as string);
  const ring = { moments: new Float64Array(limit), next: 0, count: 0 };
  rings.set(id, ring);
  return ring;
}

/** Index of the oldest moment still counted. */
function oldest(ring: Ring): number {
  return (ring.next - ring.count + ring.moments.length) % ring.moments.length;
}

function forget(ring: Ring, until: number): void {
  while (ring.count > 0 && (ring.moments[oldest(ring)] as number) <= until) ring.count -= 1;
}

function add(ring: Ring, now: number): void {
  ring.moments[ring.next] = now;
  ring.next = (ring.next + 1) % ring.moments.length;
  ring.count += 1;
}

function headersOf(ring: Ring, limit: number, now: number, allowed: boolean): Record<string, string> {
  const wait = Math.max(1, Math.ceil(((ring.moments[oldest(ring)] as number) + windowMs - now) / 1000));
  const headers: Record<string, string> = {
    "ratelimit-policy": `"default";q=${limit};w=60`,
    ratelimit: `"default";r=${limit - ring.count};t=${wait}`,
  };
  if (!allowed) headers["retry-after"] = String(wait);
  return headers;
}
