/** The examples run as they stand, against a real service. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { isNode, runtime } from "../helpers/runtime.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService({ after });
const { NODE_TEST_CONTEXT: _, ...environment } = process.env;

/** Arguments that run an example. */
const program = (name: string) => [...(isNode ? [] : ["run", "--allow-all"]), `examples/${name}.ts`];

/** Runs an example as a program of its own; what it printed. Fails when it does not end well. */
async function run(args: readonly string[]): Promise<string> {
  const env = { ...environment, DAYSHIFT_URL: service.url, DAYSHIFT_KEY: service.key };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const end = Promise.withResolvers<number | null>();
  child.on("error", end.reject).on("close", end.resolve);
  const [code, out, err] = await Promise.all([end.promise, text(child.stdout), text(child.stderr)]);
  assert.equal(code, 0, `${out}\n${err}`);
  return out;
}

test("an agent on a schedule says when it works next, and answers when it is started by hand", async () => {
  const said = await run(program("agent-on-a-schedule"));
  assert.match(said, /^Planner .* works on it next at \d{4}-\d\d-\d\dT0[78]:00:00\.000Z\.\ncompleted: ./);
});

test("an MCP client lists its tools and makes a todo", async () => {
  const said = await run(program("mcp-client"));
  assert.match(said, /^\d+ tools, such as /);
  const { data } = await service.ok("listTodos", { query: { query: "Written by an MCP client" } });
  assert.equal(data[0]?.priority, "low");
});

test("the test of the test kit passes", async () => {
  assert.match(await run([...runtime.test, "examples/test-kit.test.ts"]), runtime.onePassed);
});
