/** `dayshift/client`. */
export { createClient } from "./client.ts";
export { DayshiftError } from "./errors.ts";
export type { CallOptions, ClientOptions, Text, WaitOptions } from "./options.ts";
export type { Arguments, Client, Waited } from "./types.ts";
