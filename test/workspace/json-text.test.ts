/** JSON that goes with a value. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { toJson, withJson } from "../../src/workspace/json-text.ts";

const one = { object: "todo", title: 'Ä \u2028 "', list: [1, { deep: null }], missing: undefined };

test("a page is the text that JSON.stringify makes of it, whichever of its items have their JSON with them", () => {
  const items = [one, { ...one, title: null }, { ...one, title: "third" }];
  for (let which = 0; which < 8; which += 1) {
    const data = items.map((item, at) => ((which >> at) % 2 === 0 ? { ...item } : withJson({ ...item })));
    for (const page of [
      { object: "list", data, hasMore: false, nextCursor: "a", none: undefined },
      { data },
      data[0],
      data,
    ]) {
      assert.equal(toJson(page).text, JSON.stringify(page));
    }
  }
  for (const value of [null, 1, "a", [], {}, { data: null }, { data: [null, undefined] }]) {
    assert.equal(toJson(value).text, JSON.stringify(value));
  }
});

test("the length of a page of which all items have their JSON with them is that of its bytes", () => {
  for (const title of ["plain", "Größe", "漢字", "🦀", "\ud800"]) {
    const data = [one, { title }, { title: "plain" }].map((item) => withJson({ ...item }));
    for (const page of [{ data }, { object: "list", data, title, none: undefined }, data[1]]) {
      const { text, bytes } = toJson(page);
      assert.equal(bytes, Buffer.byteLength(text));
    }
  }
});

test("what has its JSON with it does not change, and a copy shows what the copy says", () => {
  const item = withJson({ ...one });
  assert.throws(() => Object.assign(item, { title: "other" }), TypeError);
  assert.equal(toJson({ ...item, title: "other" }).text, JSON.stringify({ ...one, title: "other" }));
  assert.equal(toJson(structuredClone(item)).text, JSON.stringify(one));
  assert.deepEqual(item, one);
});
