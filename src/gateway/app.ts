/** The gateway's front: routes of both interfaces and the pages, and the one place where a refusal becomes an answer. */
import { ApiError } from "../schema/errors.ts";
import type { Operation } from "../schema/operation.ts";
import { appTable, publicTable } from "../schema/operations/index.ts";
import { removedOperations } from "../schema/operations/removed.ts";
import type { HttpHandler, HttpRequest, HttpResponse } from "./http/message.ts";
import { type Pipeline, serve } from "./pipeline.ts";
import { errorResponse } from "./respond.ts";
import { createRouter, type Endpoint, type Route } from "./router.ts";

/** Base paths of the two interfaces. */
export const publicBase = "/api/v1";
const appBase = "/app/v1";

export interface AppOptions {
  readonly pipeline: Pipeline;
  /** Pages for people, by method and path. */
  readonly pages: readonly Route[];
  /** Notified of everything that is answered with 500, under the request id. */
  readonly onFailure: (error: unknown, request: HttpRequest) => void;
}

export function createApp(options: AppOptions): HttpHandler {
  const router = createRouter<Endpoint>([
    ...routesOf(publicBase, publicTable, options.pipeline),
    ...routesOf(appBase, appTable, { ...options.pipeline, resource: null }),
    ...removedOperations.map(toRemovedRoute),
    ...options.pages,
  ]);
  return async (request) => {
    const headers: Record<string, string> = {};
    try {
      const { target, parameters } = router(request.method, request.path);
      return await target(request, parameters, headers);
    } catch (error) {
      return refuse(options, request, error, headers);
    }
  };
}

function routesOf(base: string, table: readonly Operation[], pipeline: Pipeline): Route[] {
  return table.flatMap((record) => {
    const target: Endpoint = (request, parameters, headers) =>
      serve(pipeline, { record, request, parameters, headers });
    const paths = record.path === "/" ? [base, `${base}/`] : [base + record.path];
    return paths.map((path) => ({ method: record.method, path, target }));
  });
}

function toRemovedRoute(removed: (typeof removedOperations)[number]): Route {
  const target: Endpoint = async () => {
    throw new ApiError("operation_removed", `${removed.method} ${removed.path} was removed: ${removed.replacement}`);
  };
  return { method: removed.method, path: publicBase + removed.path, target };
}

/** An unknown failure says nothing of itself to the caller: details stand in the log, under the request id. */
function refuse(
  options: AppOptions,
  request: HttpRequest,
  error: unknown,
  headers: Record<string, string>,
): HttpResponse {
  const known =
    error instanceof ApiError ? error : new ApiError("internal_error", "The service failed. Try again with backoff.");
  if (known.status >= 500) options.onFailure(error, request);
  const context = { requestId: request.requestId, publicUrl: options.pipeline.services.publicUrl };
  const response = errorResponse(known, context);
  return { ...response, headers: { ...headers, ...response.headers } };
}
