/** What a user writes on the types that openapi-typescript makes: `<origin> <key> <session>`, answers JSON on its output. */
import createClient from "openapi-fetch";
import type { paths as AppPaths } from "./app";
import type { components, paths as PublicPaths } from "./public";

declare const process: { readonly argv: readonly [string, string, string, string, string] };

type Todo = components["schemas"]["Todo"];

async function main(): Promise<void> {
  const [, , origin, key, session] = process.argv;
  const api = createClient<PublicPaths>({ baseUrl: `${origin}/api/v1`, headers: { authorization: `Bearer ${key}` } });
  const app = createClient<AppPaths>({ baseUrl: `${origin}/app/v1`, headers: { authorization: `Bearer ${session}` } });

  const made = await api.POST("/todos", {
    body: { title: "From generated types", priority: "high", dueDate: "2026-03-10" },
    params: { header: { "Idempotency-Key": "openapi-typescript" } },
  });
  const todo: Todo | undefined = made.data;
  const listed = await api.GET("/todos", { params: { query: { status: "active", limit: 5 } } });
  const missing = await api.GET("/todos/{todoId}", { params: { path: { todoId: nobody } } });
  // @ts-expect-error there is no such priority
  const wrong = await api.POST("/todos", { body: { priority: "utmost" } });
  const workspaces = await app.GET("/workspaces");

  console.log(
    JSON.stringify({
      id: todo?.id,
      due: todo?.dueDate,
      listed: listed.data?.data.map(({ id }) => id),
      missing: [missing.response.status, missing.error?.error.code],
      wrong: [wrong.response.status, wrong.error?.error.code],
      workspaces: workspaces.data?.data.map(({ name }) => name),
    }),
  );
}

const nobody = "00000000-0000-7000-8000-000000000000";
void main();
