/** Tools that reach outside: those of outside servers, `{server}__{tool}`, and the one that reads pages of the web. They are no operations. */
import type { ChangeClass } from "../operation.ts";
import { toolNamed } from "./tools.ts";

/** True for the name of a tool that reaches outside. */
export function isOutward(name: string): boolean {
  return name === "web_fetch" || /^[a-z][a-z0-9]{0,19}__./.test(name);
}

/** The server that a tool belongs to, or the web. */
export function sourceOf(name: string): string {
  return name === "web_fetch" ? "the web" : (name.split("__")[0] ?? "");
}

/** The class of a call by an agent, whatever it calls; null when it has none. */
export function classOfCall(name: string, input: Readonly<Record<string, unknown>>): ChangeClass | null {
  return isOutward(name) ? "outward" : (toolNamed(name)?.operation.changeClass?.(input) ?? null);
}
