/** What the browser shows after it came back: that the person can continue in the terminal. */
import type { Shown } from "../ports/io.ts";

export const pages = {
  allowed: page(200, "Back to the terminal", "Your answer has arrived there. You can close this tab."),
  refused: page(200, "Nothing was allowed", "The terminal says why. You can close this tab."),
  foreign: page(
    400,
    "Another sign-in",
    "This answer belongs to a sign-in that nobody waits for here. You can close this tab.",
  ),
  unknown: page(404, "There is nothing here", "You can close this tab."),
};

function page(status: number, title: string, text: string): Shown {
  const style = "font: 1.1rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 18vh auto; padding: 0 1.5rem";
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}: Dayshift</title>
  </head>
  <body style="${style}">
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
    </main>
  </body>
</html>
`;
  return { status, html };
}
