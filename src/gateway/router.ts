/**
 * Finds the operation of a method and path. A table of small itty-routers stands in front, by number of segments and first
 * segment, so that the last route costs as much as the first; in each, literal paths come before parameters, so that a literal
 * always wins: `DELETE /todos/summary` is 405 and not the erasure of a todo. The routers read the paths of the routes; the
 * path of a request is matched here, as it was sent: their `fetch` makes a URL of it, which takes longer than all the rest.
 */
import { IttyRouter, type RouteEntry } from "itty-router";
import { ApiError } from "../schema/errors.ts";

export interface Route<Target> {
  readonly method: string;
  /** Full path with parameters in braces. */
  readonly path: string;
  readonly target: Target;
}

export interface Match<Target> {
  readonly target: Target;
  /** Parameters as they stand in the path, not decoded: a UUID has nothing to decode. */
  readonly parameters: Readonly<Record<string, string>>;
}

interface Place<Target> {
  readonly methods: ReadonlyMap<string, Target>;
  readonly allow: string;
}

interface Way<Target> {
  readonly pattern: RegExp;
  readonly place: Place<Target>;
}

/**
 * Answers where a request goes. Throws `unknown_operation` (404) when nothing is at the path, `method_not_allowed` (405 with
 * `Allow`) when something is, under another method. HEAD goes where GET goes.
 */
export function createRouter<Target>(
  routes: readonly Route<Target>[],
): (method: string, path: string) => Match<Target> {
  const shelves = new Map<string, Way<Target>[]>();
  for (const [key, group] of groupBy(routes, (route) => shelf(route.path))) shelves.set(key, waysOf(group));
  return (method, path) => {
    for (const { pattern, place } of shelves.get(shelf(path)) ?? []) {
      const match = pattern.exec(path);
      if (match === null) continue;
      const target = place.methods.get(method === "HEAD" ? "GET" : method);
      if (target === undefined) throw methodNotAllowed(method, path, place.allow);
      return { target, parameters: match.groups ?? {} };
    }
    throw unknownOperation(method, path);
  };
}

/** Paths of another length or with another beginning stand on another shelf. The first three segments are always literal. */
function shelf(path: string): string {
  const segments = path.split("/");
  return `${segments.length} ${segments[1]}/${segments[2]}/${segments[3]}`;
}

function waysOf<Target>(routes: readonly Route<Target>[]): Way<Target>[] {
  const byPath = [...groupBy(routes, (route) => route.path)];
  byPath.sort(([left], [right]) => literalness(right) - literalness(left));
  return byPath.map(([path, group]) => ({ pattern: patternOf(path), place: createPlace(group) }));
}

function patternOf(path: string): RegExp {
  const router = IttyRouter();
  router.all(path.replace(/\{(\w+)\}/g, ":$1"), () => undefined);
  return (router.routes[0] as RouteEntry)[1];
}

function createPlace<Target>(routes: readonly Route<Target>[]): Place<Target> {
  const methods = new Map(routes.map((route) => [route.method, route.target]));
  const names = [...methods.keys()];
  return { methods, allow: names.includes("GET") ? [...names, "HEAD"].join(", ") : names.join(", ") };
}

function literalness(path: string): number {
  return path.split("/").filter((part) => !part.startsWith("{")).length;
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  return Map.groupBy(items, keyOf);
}

function unknownOperation(method: string, path: string): ApiError {
  return new ApiError(
    "unknown_operation",
    `There is no operation at ${method} ${shorten(path)}. The description lists all.`,
  );
}

function methodNotAllowed(method: string, path: string, allow: string): ApiError {
  return new ApiError("method_not_allowed", `${method} is not offered at ${shorten(path)}. Offered: ${allow}.`, {
    headers: { allow },
  });
}

function shorten(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path;
}
