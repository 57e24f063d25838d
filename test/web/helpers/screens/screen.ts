/** A screen that is looked at, and what shows when it is there. */
import type { Page } from "playwright-core";
import { until } from "../../../helpers/wait.ts";
import type { Furnished } from "../whole.ts";

export interface Screen {
  readonly name: string;
  readonly path: (furnished: Furnished) => string;
  readonly isSignedOut?: true;
  /** Resolves when it shows what is to be looked at. */
  readonly show: (page: Page, furnished: Furnished) => Promise<unknown>;
}

/** Resolves when so many images of the place are drawn. */
export async function drawn(page: Page, place: string, count: number): Promise<void> {
  const widths = `[...document.querySelectorAll("${place} img")].map(({ naturalWidth }) => naturalWidth)`;
  await until(
    `${count} images of ${place} are drawn`,
    () => page.evaluate<number[]>(widths),
    (found) => found.length === count && !found.includes(0),
  );
}

export const listed = (page: Page): Promise<void> => page.getByRole("listbox").first().waitFor();

/** Whether what is looked at has the width of a phone. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 640;
