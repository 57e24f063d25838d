/**
 * Finds the operation of a method and path. A table of small itty-routers stands in front, by number of segments and first
 * segment, so that the last route costs as much as the first; in each, literal paths come before parameters, so that a literal
 * always wins: `DELETE /todos/summary` is 405 and not the erasure of a todo.
 */
import { IttyRouter, type RequestLike } from "itty-router";
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

type Finder = { readonly fetch: (request: RequestLike) => Promise<unknown> };

/**
 * Answers where a request goes. Throws `unknown_operation` (404) when nothing is at the path, `method_not_allowed` (405 with
 * `Allow`) when something is, under another method. HEAD goes where GET goes.
 */
export function createRouter<Target>(
  routes: readonly Route<Target>[],
): (method: string, path: string) => Promise<Match<Target>> {
  const finders = new Map<string, Finder>();
  for (const [key, group] of groupBy(routes, (route) => shelf(route.path))) finders.set(key, createFinder(group));
  return async (method, path) => {
    const request = { method: "GET", url: `http://localhost${path}`, params: {} };
    const place = (await finders.get(shelf(path))?.fetch(request)) as Place<Target> | undefined;
    if (place === undefined) throw unknownOperation(method, path);
    const target = place.methods.get(method === "HEAD" ? "GET" : method);
    if (target === undefined) throw methodNotAllowed(method, path, place.allow);
    return { target, parameters: request.params };
  };
}

/** Paths of another length or with another beginning stand on another shelf. The first three segments are always literal. */
function shelf(path: string): string {
  const segments = path.split("/");
  return `${segments.length} ${segments[1]}/${segments[2]}/${segments[3]}`;
}

function createFinder<Target>(routes: readonly Route<Target>[]): Finder {
  const router = IttyRouter();
  const byPath = [...groupBy(routes, (route) => route.path)];
  byPath.sort(([left], [right]) => literalness(right) - literalness(left));
  for (const [path, group] of byPath) {
    const place = createPlace(group);
    router.all(path.replace(/\{(\w+)\}/g, ":$1"), () => place);
  }
  // A router is a Proxy that answers `.then`: only its fetch leaves this function.
  return { fetch: (request) => router.fetch(request) };
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
