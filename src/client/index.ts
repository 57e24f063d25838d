/** `dayshift/client`. */
export { createClient } from "./client.ts";
export { DayshiftError } from "./errors.ts";
export type { Arguments, CallOptions, Client, ClientOptions, Text, WaitOptions, Waited } from "./types.ts";
