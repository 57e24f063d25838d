/** What the person changes of themselves. */
import type { Client } from "../../client/types.ts";
import type { PersonalSettings } from "../../schema/personal-settings.ts";
import type { State } from "../base/signal.ts";
import type { Self, Session } from "./session.ts";

interface OfPerson {
  readonly client: Client;
  readonly session: State<Session>;
}

/** Gives the person another name. Rejects with the refusal of the service. */
export async function renameSelf({ client, session }: OfPerson, name: string): Promise<void> {
  const profile = await client.updateProfile({ name });
  put(session, { name: profile.name });
}

/** Changes settings of the person, at once; what the service refuses is taken back. Rejects with its refusal. */
export async function setPersonal({ client, session }: OfPerson, fields: Partial<PersonalSettings>): Promise<void> {
  const before = session.value;
  if (before.kind !== "in") return;
  put(session, fields);
  try {
    const { locale, timezone, theme, singleKeys } = await client.updateProfile(fields);
    const all = { locale, timezone, theme, singleKeys };
    put(session, Object.fromEntries(Object.keys(fields).map((field) => [field, all[field as keyof typeof all]])));
  } catch (error) {
    const names = Object.keys(fields) as (keyof PersonalSettings)[];
    put(session, Object.fromEntries(names.map((field) => [field, before.user[field]])));
    throw error;
  }
}

function put(session: State<Session>, fields: Partial<Self>): void {
  const { value } = session;
  if (value.kind === "in") session.set({ ...value, user: { ...value.user, ...fields } });
}
