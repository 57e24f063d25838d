/**
 * Finds the operation of a method and path. A table of small itty-routers stands in front, by number of segments and first
 * segment, so that the last route costs as much as the first; in each, literal paths come before parameters, so that a literal
 * always wins: `DELETE /todos/summary` is 405 and not the erasure of a todo. The routers read the paths of the routes; the
 * path of a request is matched here, as it was sent: their `fetch` makes a URL of it, which takes longer than all the rest.
 */
import { IttyRouter, type RouteEntry } from "itty-router";
import { ApiError } from "../schema/errors.ts";
import type { HttpRequest, HttpResponse, HttpHandler } from "./http/message.ts";
import type { Operation } from "../schema/operation.ts";
import { appTable, publicTable } from "../schema/operations/index.ts";
import { removedAppOperations, type RemovedOperation, removedOperations } from "../schema/operations/removed.ts";
import { type Pipeline, serve } from "./pipeline.ts";

/** Answers a request at a path. */
export type Endpoint = (request: HttpRequest, parameters: Readonly<Record<string, string>>) => Promise<HttpResponse>;

export interface Route<Target = Endpoint> {
  readonly method: string;
  /** Full path with parameters in braces. */
  readonly path: string;
  readonly target: Target;
}

interface Match<Target> {
  readonly target: Target;
  /** Parameters as they stand in the path, not decoded: a UUID has nothing to decode. */
  readonly parameters: Readonly<Record<string, string>>;
}

interface Methods<Target> {
  readonly targets: ReadonlyMap<string, Target>;
  readonly allow: string;
}

interface PathPattern<Target> {
  readonly pattern: RegExp;
  readonly methods: Methods<Target>;
}

/**
 * Answers where a request goes. Throws `unknown_operation` (404) when nothing is at the path, `method_not_allowed` (405 with
 * `Allow`) when something is, under another method. HEAD goes where GET goes.
 */
export function createRouter<Target>(
  routes: readonly Route<Target>[],
): (method: string, path: string) => Match<Target> {
  const patterns = new Map<string, PathPattern<Target>[]>();
  for (const [key, group] of Map.groupBy(routes, (route) => prefixOf(route.path))) patterns.set(key, patternsOf(group));
  return (method, path) => {
    for (const { pattern, methods } of patterns.get(prefixOf(path)) ?? []) {
      const match = pattern.exec(path);
      if (match === null) continue;
      const target = methods.targets.get(method === "HEAD" ? "GET" : method);
      if (target === undefined) throw methodNotAllowed(method, path, methods.allow);
      return { target, parameters: match.groups ?? {} };
    }
    throw unknownOperation(method, path);
  };
}

/** Number of segments and the first three of them, which are always literal: paths that differ in these never match the same. */
function prefixOf(path: string): string {
  const segments = path.split("/");
  return `${segments.length} ${segments[1]}/${segments[2]}/${segments[3]}`;
}

function patternsOf<Target>(routes: readonly Route<Target>[]): PathPattern<Target>[] {
  const byPath = [...Map.groupBy(routes, (route) => route.path)];
  byPath.sort(([left], [right]) => literalness(right) - literalness(left));
  return byPath.map(([path, group]) => ({ pattern: patternOf(path), methods: methodsOf(group) }));
}

function patternOf(path: string): RegExp {
  const router = IttyRouter();
  router.all(path.replace(/\{(\w+)\}/g, ":$1"), () => undefined);
  return (router.routes[0] as RouteEntry)[1];
}

function methodsOf<Target>(routes: readonly Route<Target>[]): Methods<Target> {
  const targets = new Map(routes.map((route) => [route.method, route.target]));
  const names = [...targets.keys()];
  return { targets, allow: names.includes("GET") ? [...names, "HEAD"].join(", ") : names.join(", ") };
}

function literalness(path: string): number {
  return path.split("/").filter((part) => !part.startsWith("{")).length;
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

/** Base paths of the two interfaces. */
export const publicBase = "/api/v1";
const appBase = "/app/v1";

/** What may answer a path that no route has; undefined where it has nothing to say. */
type Fallback = (request: HttpRequest) => Promise<HttpResponse | undefined>;

/** The handler of all requests; `pages` are further routes. */
export function createApp(pipeline: Pipeline, pages: readonly Route[], fallback: Fallback): HttpHandler {
  const find = createRouter<Endpoint>([
    ...routesOf(publicBase, publicTable, pipeline),
    ...routesOf(appBase, appTable.filter(isForTokens), pipeline),
    ...routesOf(
      appBase,
      appTable.filter((record) => !isForTokens(record)),
      { ...pipeline, resource: null },
    ),
    ...removedOperations.map((removed) => toRemovedRoute(publicBase, removed)),
    ...removedAppOperations.map((removed) => toRemovedRoute(appBase, removed)),
    ...pages,
  ]);
  return (request) => {
    let match: Match<Endpoint>;
    try {
      match = find(request.method, request.path);
    } catch (error) {
      return fallback(request).then((answer) => answer ?? Promise.reject(error as Error));
    }
    return match.target(request, match.parameters);
  };
}

/** Tokens of the public interface open what a scope opens, wherever it stands. */
function isForTokens({ auth }: Operation): boolean {
  return auth.includes(":");
}

function routesOf(base: string, table: readonly Operation[], pipeline: Pipeline): Route[] {
  return table.flatMap((record) => {
    const target: Endpoint = (request, parameters) => serve(pipeline, record, request, parameters);
    const paths = record.path === "/" ? [base, `${base}/`] : [base + record.path];
    return paths.map((path) => ({ method: record.method, path, target }));
  });
}

function toRemovedRoute(base: string, removed: RemovedOperation): Route {
  const target: Endpoint = async () => {
    throw new ApiError("operation_removed", `${removed.method} ${removed.path} was removed: ${removed.replacement}`);
  };
  return { method: removed.method, path: base + removed.path, target };
}
