/** What a page measures of itself: a script that runs before its own, and how what it found is read. */
import type { Page } from "playwright-core";

/** In milliseconds; times are counted from the navigation. */
export interface Probed {
  /** When the first row of a list was painted; null before that. */
  readonly ready: number | null;
  /** From each key to the frame that was painted after it. */
  readonly painted: readonly number[];
  /** The longest that the browser itself says an input waited for its next paint (Event Timing). */
  readonly worstInput: number;
  readonly longTasks: readonly { readonly at: number; readonly took: number }[];
  /** Wall-clock time at which each awaited text was there. */
  readonly seen: Readonly<Record<string, number>>;
  /** Between frames while the list was scrolled. */
  readonly gaps: readonly number[];
}

/** The page's window, once the script has run. */
export interface ProbedWindow {
  readonly probe: Probed;
}

/** Given to the page before its own scripts. Its policy forbids evaluating text; the debugger does that from outside. */
export const probeScript = `(() => {
  const probe = { ready: null, painted: [], worstInput: 0, longTasks: [], seen: {}, gaps: [] };
  window.probe = probe;
  const observe = (type, take, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  observe("longtask", ({ startTime, duration }) => probe.longTasks.push({ at: startTime, took: duration }));
  observe("event", ({ interactionId, duration }) => {
    if (interactionId > 0) probe.worstInput = Math.max(probe.worstInput, duration);
  }, { durationThreshold: 16 });
  const whenPainted = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(null);
  });
  const observer = new MutationObserver(() => {
    if (document.querySelector("[role=option]") === null) return;
    observer.disconnect();
    whenPainted((at) => (probe.ready = at));
  });
  observer.observe(document, { childList: true, subtree: true });
  addEventListener("keydown", ({ timeStamp }) => whenPainted((at) => probe.painted.push(at - timeStamp)), true);
  probe.await = (text) => {
    const found = new MutationObserver(() => {
      if (!document.querySelector("[data-list]").textContent.includes(text)) return;
      found.disconnect();
      probe.seen[text] = Date.now();
    });
    found.observe(document.querySelector("[data-list]"), { childList: true, subtree: true, characterData: true });
  };
  probe.scroll = (steps, distance) => new Promise((resolve) => {
    const list = document.querySelector(".list");
    let last = performance.now();
    const step = (at) => {
      probe.gaps.push(at - last);
      last = at;
      list.scrollTop += distance;
      if (probe.gaps.length > steps) resolve();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame((at) => ((last = at), requestAnimationFrame(step)));
  });
})()`;

/** What the page has measured so far. */
export async function probed(page: Page): Promise<Probed> {
  return JSON.parse(await page.evaluate<string>("JSON.stringify(window.probe)")) as Probed;
}
