/** Operators: who changes the settings of the service. The first one is its owner; the command on the machine makes others. */
import type { Context } from "./context/context.ts";
import { integer } from "./database/db.ts";
import { toUser, type User } from "./users.ts";
import { noSuch } from "../../schema/errors.ts";

export interface Operators {
  isOperator(userId: string): Promise<boolean>;
  /** Those who came first lead. */
  operators(): Promise<readonly User[]>;
  /** Throws `resource_not_found` when there is no such person. */
  setOperator(userId: string, isOperator: boolean): Promise<void>;
}

export function operators({ db }: Context): Operators {
  return {
    isOperator: async (userId) => {
      const row = await db.get("SELECT is_operator FROM users WHERE id = ?", userId);
      return row !== undefined && integer(row, "is_operator") === 1;
    },
    operators: async () => {
      const sql = "SELECT id, email, name, organization_id FROM users WHERE is_operator = 1 ORDER BY created_at, id";
      return (await db.all(sql)).map(toUser);
    },
    setOperator: async (userId, isOperator) => {
      const changed = await db.run("UPDATE users SET is_operator = ? WHERE id = ?", isOperator ? 1 : 0, userId);
      if (changed === 0) throw noSuch("user", userId);
    },
  };
}
