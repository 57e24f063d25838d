/** An invitation into a workspace: somebody new says who they are, somebody known signs in and joins. */
import { useEffect, useState } from "preact/hooks";
import { go } from "../../base/routes.ts";
import { Failed } from "../../parts/screen.tsx";
import { useStore, useValue } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { isRefusal } from "../../store/retry.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "./form.tsx";
import { PasswordChoice } from "./password-choice.tsx";
import { Front, SignIn } from "./screen.tsx";

interface Shown {
  readonly workspaceName: string;
  readonly email: string;
  readonly isKnownPerson: boolean;
}

type Looked = { readonly shown: Shown } | { readonly problem: string; readonly isEnded: boolean } | null;

/** The screen of the link that an owner hands over; its token follows `#`. */
export function Invitation() {
  const store = useStore();
  const session = useValue(store.session);
  const [looked, setLooked] = useState<Looked>(null);
  const token = location.hash.slice(1);
  const look = (): void => {
    store.client.showInvitation({ token }).then(
      (shown) => setLooked({ shown }),
      (error: unknown) => setLooked({ problem: describe(error), isEnded: isRefusal(error) }),
    );
  };
  useEffect(look, [token]);
  if (looked === null) return <Front>{null}</Front>;
  if ("problem" in looked) {
    if (looked.isEnded) return <Ended problem={looked.problem} />;
    return (
      <Front>
        <Failed reason={looked.problem} onRetry={look} />
      </Front>
    );
  }
  const { shown } = looked;
  const isSignedIn = session.kind === "in" && session.user.email.toLowerCase() === shown.email.toLowerCase();
  if (shown.isKnownPerson && !isSignedIn) return <SignIn isOver reason={words.invitation.signIn(shown.email)} />;
  return <Accept token={token} shown={shown} />;
}

function Accept({ token, shown }: { readonly token: string; readonly shown: Shown }) {
  const store = useStore();
  const submit = async ({ name = "", password = "" }: Readonly<Record<string, string>>): Promise<void> => {
    const person = { ...(name !== "" && { name }), ...(password !== "" && { password }) };
    const { user, workspaces, workspaceId } = await store.client.acceptInvitation({ token, ...person });
    store.enter(user, workspaces, workspaceId);
    go("/today");
  };
  return (
    <Front>
      <Form title={words.invitation.title(shown.workspaceName)} submit={words.invitation.submit} onSubmit={submit}>
        <p className="soft">{words.invitation.text(shown.email)}</p>
        {!shown.isKnownPerson && <Introduction />}
      </Form>
    </Front>
  );
}

function Introduction() {
  return (
    <>
      <Field label={words.setup.name} name="name" autocomplete="name" maxLength={200} />
      <PasswordChoice label={words.signIn.password} />
    </>
  );
}

function Ended({ problem }: { readonly problem: string }) {
  return (
    <Front>
      <div className="card form">
        <h1>{words.invitation.ended}</h1>
        <p role="alert">{problem}</p>
        <p className="hint">
          <a href="/sign-in">{words.signIn.submit}</a>
        </p>
      </div>
    </Front>
  );
}
