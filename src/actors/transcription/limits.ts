/** How large the parts of long sound are. */

/** A part has at most so many milliseconds, and at most so many bytes of sound: OpenAI takes no more than 25 MB at once. */
export const longestPart = 5 * 60_000;
export const maxBytes = 24_000_000;
/** A server that finds a part too large is sent smaller ones, down to so many bytes: half of what nginx lets through unasked. */
export const minBytes = 500_000;
/** The share of the longest part that a part has at least, where there is more. */
export const shortestShare = 0.7;
/** The cut is in the middle of the quietest run of this length. */
export const quietMs = 400;
/**
 * Such a run of packets is a pause when a second of it has less than this share of the bytes of a usual second. In the fixtures of
 * test/actors/sound it has 0.01 in silence, 0.77 to 0.92 in a room with noise, and 1 where the rate is constant.
 */
export const pauseShare = 0.8;
/** Where there is no pause, a part begins so many milliseconds before the end of the one before it. */
export const overlapMs = 2000;
