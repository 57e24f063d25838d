/** The gateway's front: the routes of both interfaces and of the pages. What an endpoint throws becomes an answer in `http/serve.ts`. */
import { ApiError } from "../schema/errors.ts";
import type { Operation } from "../schema/operation.ts";
import { appTable, publicTable } from "../schema/operations/index.ts";
import { removedAppOperations, type RemovedOperation, removedOperations } from "../schema/operations/removed.ts";
import type { HttpHandler, HttpRequest, HttpResponse } from "./http/message.ts";
import { type Pipeline, serve } from "./pipeline.ts";
import { createRouter, type Endpoint, type Match, type Route } from "./router.ts";

/** Base paths of the two interfaces. */
export const publicBase = "/api/v1";
const appBase = "/app/v1";

/** What may answer a path that no route has; undefined where it has nothing to say. */
export type Fallback = (request: HttpRequest) => Promise<HttpResponse | undefined>;

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
