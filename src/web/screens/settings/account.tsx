/** The account of the signed-in person: where sessions begin, and the password. */
import { useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import { useStore, useValue } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "../sign-in/form.tsx";
import { PasswordChoice } from "../sign-in/password-choice.tsx";
import { Part } from "./part.tsx";

type Fields = Readonly<Record<string, string>>;
type Ended = Awaited<ReturnType<Client["changePassword"]>>["ended"];

export function Account() {
  return (
    <Part id="account" title={words.account.title}>
      <Beginning />
      <Password />
    </Part>
  );
}

/** Where a session begins that names no workspace; nothing to choose for somebody who has one. */
function Beginning() {
  const store = useStore();
  const session = useValue(store.session);
  if (session.kind !== "in" || session.workspaces.length < 2) return null;
  const save = async ({ workspace = "" }: Fields): Promise<void> => {
    const { defaultWorkspaceId } = await store.client.updateProfile({ defaultWorkspaceId: workspace });
    store.waysIn.set({ ...store.waysIn.value, defaultWorkspaceId });
  };
  return (
    <Form title={words.account.beginsIn} submit={words.account.save} onSubmit={save} isPart>
      <label className="field">
        <span>{words.settings.workspace}</span>
        <select name="workspace">
          {session.workspaces.map(({ id, name }) => (
            <option key={id} value={id} selected={id === store.waysIn.value.defaultWorkspaceId}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </Form>
  );
}

function Password() {
  const store = useStore();
  const [ended, setEnded] = useState<Ended | null>(null);
  const change = async ({ currentPassword = "", newPassword = "", keepApiKeys }: Fields): Promise<void> => {
    const given = { currentPassword, newPassword, keepApiKeys: keepApiKeys === "on" };
    const { user, workspaces, ended: counts } = await store.client.changePassword(given);
    const session = store.session.value;
    // The session of this page has ended with the others, and a new one came with the answer.
    store.enter(user, workspaces, session.kind === "in" ? session.workspaceId : null);
    setEnded(counts);
  };
  return (
    <Form title={words.account.password} submit={words.account.change} onSubmit={change} isPart>
      <Field
        label={words.account.current}
        name="currentPassword"
        type="password"
        autocomplete="current-password"
        required
      />
      <PasswordChoice label={words.reset.newPassword} name="newPassword" />
      <label className="check">
        <input type="checkbox" name="keepApiKeys" />
        <span>{words.account.keepApiKeys}</span>
      </label>
      {ended !== null && <p role="status">{words.account.ended(ended.sessions, ended.connectedApps, ended.apiKeys)}</p>}
    </Form>
  );
}
