/**
 * Pictures of the screens, in both themes, wide and on a phone: `npm run pictures -- <folder> [screen …]`. To be looked at by a
 * person; those of the documents are made by `npm run pictures -- --docs`.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { scriptArguments } from "../../build/script.ts";
import { open, startBrowser } from "./helpers/browser.ts";
import { type Screen, screens } from "./helpers/screens.ts";
import { morning, startWebService } from "./helpers/service.ts";
import { earlier, furnishWhole } from "./helpers/whole.ts";

const { values, names: given } = scriptArguments({ docs: { type: "boolean" } }, true);
const forDocs = values.docs === true;
const [folder = "dist/pictures", ...names] = forDocs ? ["docs/pictures"] : given;
/** Those of the documents: one of each is enough. */
const shown: Readonly<Record<string, string>> = {
  today: "wide light",
  todo: "phone light",
  chat: "wide dark",
  calendar: "wide light",
};
const wanted = forDocs ? Object.keys(shown) : names;

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const wide = { viewport: { width: 1280, height: 800 } };

const ends: (() => Promise<void>)[] = [];
const service = await startWebService({ after: (end: () => Promise<void>) => void ends.push(end) }, {}, earlier);
const furnished = await furnishWhole(service);
const browser = await startBrowser();
mkdirSync(folder, { recursive: true });

async function take(screen: Screen, size: "wide" | "phone", colorScheme: "light" | "dark"): Promise<void> {
  const session = screen.isSignedOut === true ? {} : { session: furnished.session() };
  const options = { now: morning, colorScheme, ...(size === "wide" ? wide : phone), ...session };
  const { page, close } = await open(browser, service.url, screen.path(furnished), options);
  await screen.show(page, furnished);
  await page.screenshot({ path: join(folder, `${screen.name}-${size}-${colorScheme}.png`) });
  await close();
}

try {
  for (const screen of screens) {
    if (wanted.length > 0 && !wanted.includes(screen.name)) continue;
    for (const size of ["wide", "phone"] as const)
      for (const theme of ["light", "dark"] as const)
        if (!forDocs || shown[screen.name] === `${size} ${theme}`) await take(screen, size, theme);
  }
} finally {
  await browser.close();
  for (const end of ends.reverse()) await end();
}
