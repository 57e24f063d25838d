/** Organizations, and the owner of the service. */
import type { Context } from "./context/context.ts";
import { type Statement, statement } from "./database/db.ts";
import { claimOwner, ensureHome, findOwner, type Home, type NewOwner, type Owned } from "./home.ts";
import { ownerSetting } from "./settings.ts";
import { type Setup, setup } from "./setup.ts";
import type { User } from "./users.ts";
import { conflict } from "../../schema/errors.ts";

export interface Organizations {
  readonly setup: Setup;
  createOrganization(name: string): Promise<{ readonly id: string; readonly name: string }>;
  /** The organization and workspace of the first start; made when they are missing, the same ever after. */
  ensureHome(): Promise<Home>;
  findOwner(): Promise<User | undefined>;
  /** Makes the owner unless there is one; a second start, with other values even, changes nothing. */
  createOwner(owner: NewOwner): Promise<Owned>;
}

export function organizations(context: Context): Organizations {
  const { db, clock, ids } = context;

  async function existing(home: Home): Promise<Owned | undefined> {
    const owner = await findOwner(context);
    return owner === undefined ? undefined : { ...home, owner, created: false };
  }

  return {
    setup: setup(context),
    createOrganization: async (name) => {
      const id = ids.uuid();
      await db.run("INSERT INTO organizations (id, name, created_at) VALUES (?, ?, ?)", id, name, clock.now());
      return { id, name };
    },
    ensureHome: () => ensureHome(context),
    findOwner: () => findOwner(context),
    createOwner: async (owner) => {
      const home = await ensureHome(context);
      const owned = (await existing(home)) ?? (await claimOwner(context, home, owner, claim)) ?? (await existing(home));
      if (owned !== undefined) return owned;
      throw conflict("The owner's e-mail address belongs to another user already; choose another address.", "email");
    },
  };
}

/** Refused by its key when there is an owner already. */
function claim(ownerId: string): Statement {
  return statement("INSERT INTO settings (name, value) VALUES (?, ?)", ownerSetting, ownerId);
}
