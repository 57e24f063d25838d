/** Operators, and what a holder of the data folder decides about people, through the running service and without one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMoves } from "../../../src/server/archive/moves.ts";
import type { Owners } from "../../../src/server/backup/backup.ts";
import { askService } from "../../../src/server/base/control.ts";
import { ownerEmail, ownerPassword } from "../../helpers/owner.ts";
import { addMember } from "../../helpers/people.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";

type Input = Readonly<Record<string, string>>;

const operate = <T>(service: TestService, command: string, input: Input = {}): Promise<T> =>
  askService(service.dataDir, command, input, () => undefined) as Promise<T>;

test("the first owner is an operator, and the machine names others", { rules: ["sessions.operators"] }, async (t) => {
  const service = await startTestService(t);
  const { token: credential } = await addMember(service, { email: "bo@example.com" });
  const isOperator = async (credential?: string) =>
    (await service.ok("getSession", { credential: credential ?? service.session })).user?.isOperator;
  assert.deepEqual([await isOperator(), await isOperator(credential)], [true, false]);
  await operate(service, "operator", { email: "BO@example.com", isOperator: "true" });
  await operate(service, "operator", { email: ownerEmail, isOperator: "false" });
  assert.deepEqual([await isOperator(), await isOperator(credential)], [false, true]);
  const named = await operate<{ readonly email: string }[]>(service, "operators");
  assert.deepEqual(
    named.map(({ email }) => email),
    ["bo@example.com"],
  );
  await assert.rejects(operate(service, "operator", { email: "who@example.com", isOperator: "true" }), /Nobody here/);
});

test(
  "a workspace without its owner gets one on the machine, who can be assigned at once",
  { rules: ["workspaces.roles"] },
  async (t) => {
    const service = await startTestService(t);
    const { workspaceId, userId } = service;
    const other = await service.addWorkspace("Other");
    const bo = await addMember(service, { email: "bo@example.com" }, other.id);
    await operate(service, "owner", { workspaceId, email: "bo@example.com" });
    const people = await operate<{ readonly id: string; readonly role: string }[]>(service, "members", { workspaceId });
    assert.deepEqual(
      people.map(({ id, role }) => [id, role]),
      [
        [userId, "owner"],
        [bo.id, "owner"],
      ],
    );
    const headers = { "dayshift-workspace": workspaceId };
    const body = { title: "For Bo", assignees: [{ id: bo.id, type: "user" }] };
    await service.ok("createTodo", { credential: bo.token, headers, body });
    const path = { workspaceId, userId };
    await service.ok("updateMember", { credential: bo.token, path, body: { role: "member" } });
    const nowhere = { workspaceId: "0195f3a0-0000-7000-8000-0000000000ff", email: ownerEmail };
    await assert.rejects(operate(service, "owner", nowhere), /There is no workspace/);
  },
);

test(
  "a password set on the machine ends keys, unless they are to stay",
  { rules: ["sessions.password-ends"] },
  async (t) => {
    const service = await startTestService(t);
    const { directory, clock, dataDir } = service;
    const people = createMoves({ dataDir, directory, owners: {} as Owners, clock, workspaces: null });
    await assert.rejects(people.setPassword(ownerEmail, "short"), /10 to 256/);
    await assert.rejects(people.setPassword(ownerEmail, "password123"), /commonest/);
    await people.setPassword(ownerEmail, "staple battery horse", true);
    await service.ok("listTodos");
    const wrong = { email: ownerEmail, password: ownerPassword };
    await service.refuses("createSession", { credential: null, body: wrong }, "invalid_session_token");
    await people.setPassword(ownerEmail, "battery horse staple");
    await service.refuses("listTodos", {}, "invalid_api_key");
  },
);
