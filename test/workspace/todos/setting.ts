/** A workspace with a default list, a default assistant and two people, and the operations called as the actor calls them. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { ErrorCode } from "../../../src/schema/errors.ts";
import { type InputOf, operationById, type OutputOf } from "../../../src/schema/operations/index.ts";
import type { Todo } from "../../../src/schema/todo.ts";
import type { Scope } from "../../../src/schema/scopes.ts";
import { validateBody, validateQuery } from "../../../src/schema/validate.ts";
import type { Context, Handler } from "../../../src/workspace/protocol/context.ts";
import { handlers } from "../../../src/workspace/handlers/index.ts";
import { initialise } from "../../../src/workspace/initialise.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { readTodo } from "../../../src/workspace/todos/queries.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { refusalOf } from "../../helpers/refusal.ts";
import { openTestFile } from "../sql.ts";

type Id = keyof typeof handlers;
type Given<O extends Id> = { [Part in keyof InputOf<O>]?: Partial<InputOf<O>[Part]> };

/** A Monday. */
export const begin = Date.UTC(2026, 0, 5, 9);
export const inbox = fakeId(1);
export const assistant = fakeId(2);
export const unknown = fakeId(999_999);
export const me = fakeId(0xb);
export const colleague = fakeId(0xd);

export interface Setting {
  readonly sql: Sql;
  /** Milliseconds since 1970; the test sets it. */
  now: number;
  /** Seconds of the budget that are left. */
  secondsLeft: number | null;
  acting: Context["acting"];
  scopes: readonly Scope[];
  /** Validates, then runs the operation as one command. */
  run<O extends Id>(id: O, input?: Given<O>): OutputOf<O>;
  /** Fails unless the operation is refused with that code, and that `param`. */
  refuses<O extends Id>(id: O, input: Given<O>, code: ErrorCode, param: string | null, words?: RegExp): void;
}

export function setting(t: TestContext): Setting {
  const file = openTestFile(t);
  const ids = createFakeIds();
  const newId = () => ids.uuid();
  const people = [me, colleague].map((userId) => ({
    userId,
    email: `${userId}@example.org`,
    name: "Somebody",
    isOwner: userId === me,
  }));
  initialise(file.sql, { now: begin, newId, members: people });
  const self: Setting = {
    sql: file.sql,
    now: begin,
    secondsLeft: null,
    acting: null,
    scopes: [],
    run(id, input = {}) {
      const { body, query } = operationById(id);
      const whole = {
        path: input.path ?? {},
        query: validateQuery(query, input.query ?? {}),
        body: body === null ? undefined : validateBody(body, input.body ?? {}),
      };
      const handler = handlers[id] as unknown as Handler<typeof id>;
      return file.command(() => {
        const context = contextOf(self, newId);
        const answer = handler(context, whole as unknown as InputOf<typeof id>);
        for (const todo of todosIn(answer))
          assert.deepEqual(todo, readTodo({ ...context, acting: null }, todo.id), "as read afterwards");
        return answer;
      });
    },
    refuses(id, input, code, param, words) {
      const refusal = refusalOf(() => self.run(id, input));
      assert.deepEqual({ code: refusal.code, param: refusal.param }, { code, param }, refusal.message);
      if (words) assert.match(refusal.message, words);
    },
  };
  return self;
}

/** The todos that an answer shows. */
function todosIn(answer: unknown): Todo[] {
  const { data } = answer as { readonly data?: readonly unknown[] };
  return (data ?? [answer]).filter((one): one is Todo => (one as { readonly object: string }).object === "todo");
}

function contextOf({ sql, now, secondsLeft, acting, scopes }: Setting, newId: () => string): Context {
  const caller = {
    workspaceId: fakeId(0xa),
    userId: me,
    credentialType: "api_key" as const,
    credentialId: fakeId(0xc),
    scopes,
  };
  return { sql, now, newId, caller, secondsLeft, acting };
}
