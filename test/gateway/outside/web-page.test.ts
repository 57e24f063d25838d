/** Pages of strangers as text. In quadratic time one of a megabyte takes minutes, and the runner ends this file. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { readPage } from "../../../src/gateway/outside/web-page.ts";

async function textOf(page: string): Promise<string> {
  // Not before a turn of the event loop, in which the runner ends what has taken too long.
  const reach = () => setImmediate({ status: 200, text: page, header: () => "text/html" });
  return (await readPage(reach, "https://example.com/")).text;
}

test("a page of a megabyte is read in linear time, whatever begins in it and does not end", async () => {
  const begun = ["<!--", "<script ", "<svg", "<a ", '<a href="https:x" ', "<a href=", "<p ", "<", "</", "</script"];
  for (const one of begun) {
    const much = one.repeat(1_000_000 / one.length);
    assert.ok((await textOf(`Boats<script>no</script>${much}`)).startsWith("Boats <"), one);
    assert.ok((await textOf(`<p>Boats</p>${much}>`)).startsWith("Boats"), one);
    assert.ok((await textOf(`<svg>${much}</svg><!--${much}--><p>Boats</p>`)) === "Boats", one);
  }
});

test("odd pages lose no words but those of tags, comments and scripts", async () => {
  const pages: [string, string][] = [
    ["<p>1 < 2</p><p>and on</p>", "1 < 2\nand on"],
    ["a <!-- b", "a <!-- b"],
    ["a <!-- b --> c <!-- d", "a c <!-- d"],
    ["a <!--> b --> c", "a c"],
    ["<svg/>a<SCRIPT>b</style></Script >c", "a c"],
    ["<script>a<!--</script>b-->", "b-->"],
    ["<a name=x>a</a> <a title=t href='https://x/?a>b'>c</a>", "a [https://x/?a>b] c"],
    [`<a href="mailto:a@b">a</a><a href="https://x/${"y".repeat(500)}">b</a>`, "a b"],
    [`<img src="${"x".repeat(6000)}">`, `<img src="${"x".repeat(6000)}">`],
    [`<${"x".repeat(6000)}<b>a`, `<${"x".repeat(6000)} a`],
  ];
  for (const [page, text] of pages) assert.equal(await textOf(page), text, page);
});
