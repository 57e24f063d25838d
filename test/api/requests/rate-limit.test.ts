/** The budget of a minute, per credential. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ErrorBody } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after }, { configuration: { rateLimitPerMinute: 5 } });
const use = (credential: string) => service.call("listTodoLists", { credential });

test(
  "the sixth request in a minute is refused until the first is a minute old",
  { rules: ["rate-limit.exceeded", "rate-limit.headers", "rate-limit.window"] },
  async () => {
    const key = await service.keyFor();
    for (let left = 4; left >= 0; left--) {
      const answer = await use(key);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers["ratelimit-policy"], '"default";q=5;w=60');
      assert.match(String(answer.headers["ratelimit"]), new RegExp(`^"default";r=${left};t=\\d+$`));
      service.clock.advance(1000);
    }
    const refused = await use(key);
    assert.equal((refused.body as ErrorBody).error.type, "rate_limit_error");
    assert.equal((refused.body as ErrorBody).error.code, "rate_limit_exceeded");
    assert.equal(refused.headers["retry-after"], "55");
    service.clock.advance(54_999);
    assert.equal((await use(key)).status, 429);
    service.clock.advance(1);
    assert.equal((await use(key)).status, 200);
    assert.equal((await use(key)).status, 429);
  },
);

test("a wall clock that is set back or forward gives no budget", { rules: ["rate-limit.window"] }, async () => {
  const key = await service.keyFor();
  for (let n = 0; n < 5; n++) await use(key);
  service.clock.setWall(service.clock.now() + 3_600_000);
  assert.equal((await use(key)).status, 429);
  service.clock.setWall(service.clock.now() - 7_200_000);
  assert.equal((await use(key)).status, 429);
});

test("one credential costs no other's budget", { rules: ["rate-limit.per-credential"] }, async () => {
  const [one, two] = [await service.keyFor(), await service.keyFor()];
  for (let n = 0; n < 6; n++) await use(one);
  assert.equal((await use(one)).status, 429);
  assert.equal((await use(two)).status, 200);
});

test("refusals and replays count", { rules: ["rate-limit.counts-all"] }, async () => {
  const key = await service.keyFor(["todos:write"]);
  const request = { credential: key, body: { title: "a" }, headers: { "idempotency-key": "k" } };
  await service.ok("createTodo", request);
  assert.equal((await service.call("createTodo", request)).headers["idempotency-replayed"], "true");
  await service.refuses("listTodos", { credential: key }, "missing_scope");
  await service.refuses("createTodo", { credential: key, body: {} }, "validation_failed");
  await service.refuses("deleteTodo", { credential: key, path: { todoId: service.userId } }, "resource_not_found");
  await service.refuses("createTodo", request, "rate_limit_exceeded");
});

test("a refused request has no effect", { rules: ["rate-limit.exceeded"] }, async () => {
  const key = await service.keyFor();
  for (let n = 0; n < 5; n++) await use(key);
  await service.refuses("createTodo", { credential: key, body: { title: "Too many" } }, "rate_limit_exceeded");
  const { data } = await service.ok("listTodos", { credential: service.session, query: { query: "Too many" } });
  assert.deepEqual(data, []);
});

test("X-Forwarded-For gives no fresh budget", { rules: ["rate-limit.exceeded", "auth.forwarded"] }, async () => {
  const key = await service.keyFor();
  for (let n = 0; n < 5; n++) await use(key);
  for (const address of ["10.1.1.1", "127.0.0.1", "::1"]) {
    const headers = { "x-forwarded-for": address };
    await service.refuses("listTodos", { credential: key, headers }, "rate_limit_exceeded");
  }
});

test("a session has 600 requests a minute", { rules: ["rate-limit.session"] }, async () => {
  service.clock.advance(61_000);
  const answer = await service.call("listTodoLists", { credential: service.session });
  assert.equal(answer.headers["ratelimit-policy"], '"default";q=600;w=60');
  assert.match(String(answer.headers["ratelimit"]), /r=599;/);
});
