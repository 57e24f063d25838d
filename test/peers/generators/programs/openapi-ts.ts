/** What a user writes on the client that @hey-api/openapi-ts makes: `<origin> <key> <session>`, answers JSON on its output. */
import { createClient as createAppClient } from "./app/client";
import { listWorkspaces } from "./app";
import { client } from "./public/client.gen";
import { createTodo, getTodo, listTodos, type Todo } from "./public";

declare const process: { readonly argv: readonly [string, string, string, string, string] };

async function main(): Promise<void> {
  const [, , origin, key, session] = process.argv;
  client.setConfig({ auth: key });
  const app = createAppClient({ baseUrl: `${origin}/app/v1`, auth: session });

  const made = await createTodo({
    body: { title: "From generated types", priority: "high", dueDate: "2026-03-10" },
    headers: { "Idempotency-Key": "openapi-ts" },
  });
  const todo: Todo | undefined = made.data;
  const listed = await listTodos({ query: { status: "active", limit: 5 } });
  const missing = await getTodo({ path: { todoId: nobody } });
  // @ts-expect-error there is no such priority
  const wrong = await createTodo({ body: { priority: "utmost" } });
  const workspaces = await listWorkspaces({ client: app });

  console.log(
    JSON.stringify({
      id: todo?.id,
      due: todo?.dueDate,
      listed: listed.data?.data.map(({ id }) => id),
      missing: [missing.response?.status, missing.error?.error.code],
      wrong: [wrong.response?.status, wrong.error?.error.code],
      workspaces: workspaces.data?.data.map(({ name }) => name),
    }),
  );
}

const nobody = "00000000-0000-7000-8000-000000000000";
void main();
