/** A workspace with its default assistant, and the agent operations called as the actor calls them. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { ErrorCode } from "../../../src/schema/errors.ts";
import { type InputOf, operationById, type OutputOf } from "../../../src/schema/operations/index.ts";
import { validateBody, validateQuery } from "../../../src/schema/validate.ts";
import * as agents from "../../../src/workspace/handlers/agents.ts";
import { createDefaultAgent } from "../../../src/workspace/agents/queries.ts";
import * as skills from "../../../src/workspace/handlers/skills.ts";
import type { Context, Handler } from "../../../src/workspace/protocol/context.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { refusalOf } from "../../helpers/refusal.ts";
import { openTestFile } from "../sql.ts";

const handlers = { ...agents, ...skills };
type Id = keyof typeof handlers;
type Given<O extends Id> = { [Part in keyof InputOf<O>]?: Partial<InputOf<O>[Part]> };

export const begin = Date.UTC(2026, 0, 5, 9);
export const assistant = fakeId(1);
export const unknown = fakeId(999_999);

export interface Setting {
  readonly sql: Sql;
  /** Milliseconds since 1970; the test sets it. */
  now: number;
  /** Validates the body, then runs the operation as one command. */
  run<O extends Id>(id: O, input?: Given<O>): OutputOf<O>;
  /** Adds an agent with that name; answers its id. */
  agent(name: string): string;
  /** Adds a skill; answers its id. */
  skill(agentId: string, name: string, instructions?: string): string;
  /** Fails unless the operation is refused with that code, and that `param`. */
  refuses<O extends Id>(id: O, input: Given<O>, code: ErrorCode, param: string | null, words?: RegExp): void;
}

export function setting(t: TestContext): Setting {
  const file = openTestFile(t);
  const ids = createFakeIds();
  createDefaultAgent(file.sql, ids.uuid(), begin);
  const self: Setting = {
    sql: file.sql,
    now: begin,
    run: (id, input = {}) => {
      const { query, body } = operationById(id);
      const checked = body === null ? undefined : validateBody(body, input.body ?? {});
      const handler = handlers[id] as unknown as Handler<typeof id>;
      const asked = validateQuery(query, input.query ?? {});
      const whole = { path: {}, ...input, query: asked, body: checked } as unknown as InputOf<typeof id>;
      return file.command(() =>
        handler(
          contextOf(self, () => ids.uuid()),
          whole,
        ),
      );
    },
    agent: (name) => self.run("createAgent", { body: { name } }).id,
    skill: (agentId, name, instructions) =>
      self.run("createAgentSkill", { path: { agentId }, body: { name, ...(instructions && { instructions }) } }).id,
    refuses(id, input, code, param, words) {
      const refusal = refusalOf(() => self.run(id, input));
      assert.deepEqual({ code: refusal.code, param: refusal.param }, { code, param }, refusal.message);
      if (words) assert.match(refusal.message, words);
    },
  };
  return self;
}

function contextOf({ sql, now }: Setting, newId: () => string): Context {
  const caller = {
    workspaceId: fakeId(0xa),
    userId: fakeId(0xb),
    credentialType: "api_key" as const,
    credentialId: fakeId(0xc),
    scopes: [],
  };
  return { sql, now, newId, caller, secondsLeft: null, acting: null };
}
