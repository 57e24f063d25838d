/** Who belongs to the workspace, and who is invited: for owners, as others only see who is there. */
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { momentInWords } from "../../parts/due.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "../sign-in/form.tsx";

type Member = Awaited<ReturnType<Client["listMembers"]>>["data"][number];
type Invitation = Awaited<ReturnType<Client["listInvitations"]>>["data"][number];

export interface PeopleProps {
  readonly workspaceId: string;
  /** The person who looks. */
  readonly userId: string;
}

export function People({ workspaceId, userId }: PeopleProps) {
  const { client } = useStore();
  const [members, setMembers] = useState<readonly Member[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown): void => setProblem(describe(error));
  const load = (): void => {
    client.listMembers({ workspaceId }).then(({ data }) => setMembers(data), fail);
  };
  useEffect(load, [workspaceId]);
  const remove = (member: string): void => {
    client.removeMember({ workspaceId, userId: member }).then(load, fail);
  };
  const isOwner = members.find(({ id }) => id === userId)?.role === "owner";
  return (
    <section className="card">
      <h2>{words.people.title}</h2>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <ul className="rows-plain">
        {members.map(({ id, name, email, role }) => (
          <li key={id}>
            <Avatar id={id} name={name === "" ? email : name} />
            <span className="grow">
              <strong dir="auto">{name}</strong> <span className="soft">{email}</span>
            </span>
            <span className="soft">{words.people.roles[role]}</span>
            {isOwner && id !== userId && (
              <Remove label={words.people.removeNamed(name)} onClick={() => remove(id)}>
                {words.people.remove}
              </Remove>
            )}
          </li>
        ))}
      </ul>
      {isOwner && <Invitations workspaceId={workspaceId} />}
    </section>
  );
}

function Invitations({ workspaceId }: { readonly workspaceId: string }) {
  const { client } = useStore();
  const [open, setOpen] = useState<readonly Invitation[]>([]);
  const [url, setUrl] = useState<string | null>(null);
  const load = (): void => {
    void client.listInvitations({ workspaceId }).then(
      ({ data }) => setOpen(data),
      () => undefined,
    );
  };
  useEffect(load, [workspaceId]);
  const invite = async ({ email = "" }: Readonly<Record<string, string>>): Promise<void> => {
    const made = await client.createInvitation({ workspaceId, email });
    setUrl(made.url);
    load();
  };
  const withdraw = (invitationId: string): void => {
    void client.withdrawInvitation({ workspaceId, invitationId }).then(load, load);
  };
  return (
    <>
      <ul className="rows-plain">
        {open.map(({ id, email, expiresAt }) => (
          <li key={id}>
            <span className="grow">{email}</span>
            <span className="soft">{words.people.until(momentInWords(expiresAt))}</span>
            <Remove label={words.people.withdrawNamed(email)} onClick={() => withdraw(id)}>
              {words.people.withdraw}
            </Remove>
          </li>
        ))}
      </ul>
      {url === null ? (
        <Form title={words.people.invite} submit={words.people.submit} onSubmit={invite} isPart>
          <Field label={words.signIn.email} name="email" type="email" required />
        </Form>
      ) : (
        <Link url={url} onClose={() => setUrl(null)} />
      )}
    </>
  );
}

function Link({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  return (
    <div className="made">
      <p>
        <strong>{words.people.once}</strong>
      </p>
      <pre>{url}</pre>
      <p className="buttons">
        <button type="button" className="primary" onClick={() => void navigator.clipboard?.writeText(url)}>
          {words.people.copy}
        </button>
        <button type="button" className="outlined" onClick={onClose}>
          {words.people.passedOn}
        </button>
      </p>
    </div>
  );
}

interface RemoveProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: string;
}

function Remove({ label, onClick, children }: RemoveProps) {
  return (
    <button type="button" className="outlined danger" aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}
