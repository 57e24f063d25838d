/** People as the operator of the data folder sees them: passwords, second factors, owners of workspaces, operators. */
import type { ActorHost } from "../../actors/workspace/host.ts";
import type { Directory } from "../../gateway/directory/directory.ts";
import { requireUncommon } from "../../gateway/sign-in.ts";
import { syncMembers } from "../../gateway/sync-members.ts";

export interface PersonLine {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export interface MemberLine extends PersonLine {
  readonly role: "owner" | "member";
}

export interface PeopleMoves {
  /** Switches the second factor of a person off. Throws when nobody has that address. */
  resetSecondFactor(email: string): Promise<void>;
  /** Sets the password of a person; their sessions and connected apps end, and their API keys unless they are to stay. Throws when nobody has that address. */
  setPassword(email: string, password: string, keepApiKeys?: boolean): Promise<void>;
  /** Those who joined first lead. Throws when there is no such workspace. */
  membersOf(workspaceId: string): Promise<readonly MemberLine[]>;
  /** Makes somebody an owner of a workspace, and a member first. Throws when nobody has that address. */
  makeOwner(workspaceId: string, email: string): Promise<void>;
  operators(): Promise<readonly PersonLine[]>;
  /** Throws when nobody has that address. */
  setOperator(email: string, isOperator: boolean): Promise<void>;
}

/** `workspaces`: of a running service, which learns of new members at once; null: they learn at the next start. */
export function peopleMoves(directory: Directory, workspaces: ActorHost | null): PeopleMoves {
  return {
    async resetSecondFactor(email) {
      await directory.removeSecondFactor(await findPerson(directory, email));
    },
    async setPassword(email, password, keepApiKeys = false) {
      const userId = await findPerson(directory, email);
      if (password.length < 10 || password.length > 256) throw new Error("A password has 10 to 256 characters.");
      requireUncommon(password, "password");
      await directory.changePassword(userId, password, { keepApiKeys });
    },
    async membersOf(workspaceId) {
      await requireWorkspace(directory, workspaceId);
      return (await directory.membersOf(workspaceId)).map(({ id, email, name, role }) => ({ id, email, name, role }));
    },
    async makeOwner(workspaceId, email) {
      await requireWorkspace(directory, workspaceId);
      const userId = await findPerson(directory, email);
      await directory.addMember(workspaceId, userId);
      await directory.setRole(workspaceId, userId, "owner");
      if (workspaces !== null) await syncMembers({ directory, workspaces }, workspaceId);
    },
    operators: async () => (await directory.operators()).map(({ id, email, name }) => ({ id, email, name })),
    setOperator: async (email, isOperator) => directory.setOperator(await findPerson(directory, email), isOperator),
  };
}

async function requireWorkspace(directory: Directory, id: string): Promise<void> {
  if ((await directory.getWorkspace(id)) === undefined) throw new Error(`There is no workspace ${id}.`);
}

/** The id of the person. Throws when nobody has that address. */
async function findPerson(directory: Directory, email: string): Promise<string> {
  const person = await directory.findUserByEmail(email);
  if (person === undefined) throw new Error(`Nobody here has the address ${email}.`);
  return person.id;
}
