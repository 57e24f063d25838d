/** What a page is asked about its controls: whether the keyboard reaches them, whether they are seen, whole and at rest. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** Presses Tab until every control has had the focus: as often as there are controls, and some more for the browser's own stops. */
export async function walk(page: Page): Promise<{ missed: string[]; faults: string[] }> {
  const wanted = await ask<string[]>(page, "controls()");
  assert.ok(wanted.length > 0, "there are controls");
  await page.evaluate("document.activeElement?.blur()");
  const reached = new Set<string>();
  const faults = new Set<string>();
  for (let left = wanted.length + 10; left > 0 && !wanted.every((name) => reached.has(name)); left -= 1) {
    await page.keyboard.press("Tab");
    const { name, fault } = await ask<{ name: string; fault: string | null }>(page, "focused()");
    reached.add(name);
    if (fault !== null) faults.add(`${name}: ${fault}`);
  }
  return { missed: wanted.filter((name) => !reached.has(name)), faults: [...faults] };
}

/** The answer of one of the functions below, in the page. */
export async function ask<T>(page: Page, question: string): Promise<T> {
  return JSON.parse(await page.evaluate<string>(`(() => { ${inPage} return JSON.stringify(${question}); })()`)) as T;
}

const inPage = `
  /** Without the time of a recording, which goes on. */
  const nameOf = (element) => [element.tagName, element.id, element.ariaLabel ?? element.innerText ?? ""]
    .join(" ").replace(/\\d+:\\d\\d/g, "").replace(/\\s+/g, " ").slice(0, 80);
  const isDrawn = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;

  /** What must be reached, within the topmost dialog. Of a group of radios that is the chosen one: arrows reach the others. */
  function controls() {
    const scope = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
    return [...scope.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
      .filter((element) => isDrawn(element) && !element.matches(":disabled, [tabindex='-1'], [inert] *, [type=radio]:not(:checked)"))
      .map(nameOf);
  }

  /** Pixels by which finding a word, or a screen reader, can move the whole app out of sight. */
  const below = () => document.scrollingElement.scrollHeight - innerHeight;

  /** What has the focus, and whether it is seen. Only an outline shows that in forced colours: borders keep theirs. */
  function focused() {
    const element = document.activeElement;
    if (element === document.body) return { name: "", fault: null };
    const current = element.matches("[data-list]") ? element.querySelector(".current") : null;
    const around = element.closest(".composer, .line, .search-field, .field");
    const hasRing = [element, current, around].some((one) => one !== null && getComputedStyle(one).outlineStyle !== "none");
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(
      Math.max(1, box.x + Math.min(box.width, innerWidth) / 2), box.y + Math.min(box.height / 2, 14));
    const isSeen = top !== null && (element.contains(top) || top.contains(element) || top.closest("label")?.contains(element));
    const fault = !hasRing ? "no ring" : isSeen ? null : "covered by " + (top === null ? "nothing: out of sight" : nameOf(top));
    return { name: nameOf(element), fault };
  }

  /** What is drawn beyond the edge of the page, but for what is meant to be scrolled sideways. */
  function cutOff() {
    const out = [...document.querySelectorAll("a, button, input, select, textarea, summary, h1, h2, p, li, dt, dd")]
      .filter((element) => isDrawn(element) && element.closest(".unseen, .skip, .chips, .tabs, .board, pre") === null)
      .filter((element) => element.getBoundingClientRect().left < -1 || element.getBoundingClientRect().right > innerWidth + 1)
      .map(nameOf);
    return document.documentElement.scrollWidth > innerWidth ? [...out, "the page scrolls sideways"] : out;
  }

  /** What has more in it than it is wide, and shows that beyond itself. */
  function spilling() {
    return [...document.querySelectorAll("a, button, summary, h1, h2, h3, td, th, li, label, dt, dd, p")]
      .filter((element) => isDrawn(element) && element.closest(".unseen, .skip") === null)
      .filter((element) => getComputedStyle(element).overflowX === "visible" && getComputedStyle(element).display !== "inline")
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(nameOf);
  }

  /** Those of which a part is left out. */
  function shortened(selector) {
    return [...document.querySelectorAll(selector)]
      .filter((element) => isDrawn(element) && !element.matches(".unseen") && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .map(nameOf);
  }

  const headings = () => [...document.querySelectorAll("h1")].filter(isDrawn).map(nameOf);

  const moving = () => document.getAnimations().filter(({ playState }) => playState === "running").length;
`;
