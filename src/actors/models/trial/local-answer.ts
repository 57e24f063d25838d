/** What a server on this machine answers, while one looks for it. */

/** A server on this machine that is alive answers well within that. */
const patience = 1500;
const longestAnswer = 1_000_000;

/** The text of a good answer; null for none. Rejects when the signal is aborted. */
export async function textAt(url: string, signal: AbortSignal): Promise<string | null> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  try {
    const response = await fetch(url, { redirect: "error", signal: within });
    const text = response.ok ? await response.text() : "";
    return text === "" || text.length > longestAnswer ? null : text;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
