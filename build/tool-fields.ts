/** What each field of a tool takes, as data: what it is made from, shapes and validation, does not come along into the app. */
import type { Plugin } from "esbuild";
import { toolFieldShapes } from "../src/schema/operations/tool-fields.ts";

export const toolFields: Plugin = {
  name: "tool-fields",
  setup(build) {
    build.onLoad({ filter: /src[/\\]schema[/\\]operations[/\\]tool-fields\.ts$/ }, () => ({
      contents: `export const toolFieldShapes = ${JSON.stringify(toolFieldShapes)};`,
    }));
  },
};
