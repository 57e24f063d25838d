/** What is known of an image that is the body of a request. */
import * as v from "valibot";
import { uuid } from "./common.ts";
import type { ImageType } from "./image-head.ts";

/** Its type and sizes, and the id that it gets. */
export function imageFacts<const Types extends readonly ImageType[]>(types: Types) {
  return v.strictObject({
    id: uuid,
    contentType: v.picklist(types),
    bytes: v.number(),
    width: v.number(),
    height: v.number(),
  });
}
