/** How a server is reached that the service asks: its address, and a key for it. */
import * as v from "valibot";

export const serverAddress = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.regex(/^https?:\/\/[^\s@]+$/, "Expected an http or https address."),
);
export const apiKey = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.regex(/^[\x21-\x7e]+$/, "Expected printable characters without spaces."),
);
