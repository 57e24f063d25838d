/** The body of every failure. */
import * as v from "valibot";
import { type ErrorCode, errorCatalogue } from "./errors.ts";

export const errorTypes = [...new Set(Object.values(errorCatalogue).map(({ type }) => type))];
export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

export const errorBody = v.object({
  error: v.object({
    type: v.pipe(v.picklist(errorTypes), v.description("What kind of failure it is, and so whether to retry.")),
    code: v.pipe(v.picklist(errorCodes), v.description("What to branch on; more codes may come.")),
    message: v.pipe(v.string(), v.description("Text for people; may change.")),
    param: v.pipe(v.nullable(v.string()), v.description("Dotted path of the first field at fault.")),
    docsUrl: v.pipe(v.string(), v.description("Where the code is explained.")),
    specUrl: v.pipe(v.string(), v.description("Where the description of the interface is.")),
    requestId: v.pipe(v.string(), v.description("The same as the header `X-Request-Id`.")),
  }),
});
