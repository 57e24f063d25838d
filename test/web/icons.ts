/** `npm run icons`: draws src/web/icon.svg as the pictures that phones want for an installed app. */
import { readFileSync, writeFileSync } from "node:fs";
import { startBrowser } from "./helpers/browser.ts";

const folder = new URL("../../src/web/", import.meta.url);
const drawing = readFileSync(new URL("icon.svg", folder), "utf8");
/** Phones cut a shape of their own out of it: the ground goes to the edges. */
const uncut = drawing.replace(' rx="8"', "");

const icons = [
  ["icon-192.png", 192, drawing],
  ["icon-512.png", 512, drawing],
  ["icon-maskable.png", 512, uncut],
  ["icon-apple.png", 180, uncut],
] as const;

const browser = await startBrowser();
for (const [name, size, svg] of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
  writeFileSync(new URL(`icons/${name}`, folder), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
