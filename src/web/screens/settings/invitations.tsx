/** Who is invited into the workspace, and the link for somebody new. */
import { useState } from "preact/hooks";
import { momentInWords } from "../../parts/due.tsx";
import { NotRead } from "../../parts/screen.tsx";
import { useStore } from "../../parts/use.ts";
import { useReading } from "../../parts/use-reading.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "../sign-in/form.tsx";
import { Once } from "./once.tsx";

export function Invitations({ workspaceId }: { readonly workspaceId: string }) {
  const { client } = useStore();
  const ask = async () => (await client.listInvitations({ workspaceId })).data;
  const { value: open, failure, read, fail } = useReading(ask, [workspaceId]);
  const [url, setUrl] = useState<string | null>(null);
  const invite = async ({ email = "" }: Readonly<Record<string, string>>): Promise<void> => {
    const made = await client.createInvitation({ workspaceId, email });
    setUrl(made.url);
    read();
  };
  const withdraw = (invitationId: string): void => {
    client.withdrawInvitation({ workspaceId, invitationId }).then(read, fail);
  };
  return (
    <>
      {failure !== null && <NotRead {...failure} />}
      <ul className="rows-plain">
        {open?.map(({ id, email, expiresAt }) => (
          <li key={id}>
            <span className="grow">{email}</span>
            <span className="soft">{words.people.until(momentInWords(expiresAt))}</span>
            <button
              type="button"
              className="outlined danger"
              aria-label={words.people.withdrawNamed(email)}
              onClick={() => withdraw(id)}
            >
              {words.people.withdraw}
            </button>
          </li>
        ))}
      </ul>
      {url === null ? (
        <Form title={words.people.invite} submit={words.people.submit} onSubmit={invite} isPart>
          <Field label={words.signIn.email} name="email" type="email" required />
        </Form>
      ) : (
        <Once
          hint={words.people.once}
          text={url}
          copy={words.people.copy}
          done={words.people.passedOn}
          onClose={() => setUrl(null)}
        />
      )}
    </>
  );
}
