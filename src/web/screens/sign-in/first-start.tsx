/** Before anybody can sign in: the first start, and an address that takes no sign-in. */
import { go } from "../../base/routes.ts";
import { useStore } from "../../parts/use.ts";
import { describeSignIn } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "./form.tsx";
import { PasswordChoice } from "./password-choice.tsx";
import { Front } from "./screen.tsx";

/** The owner of a service that has none, by the link that it prints at its first start. */
export function Setup() {
  const store = useStore();
  const submit = async ({ email = "", password = "", name = "" }: Readonly<Record<string, string>>): Promise<void> => {
    const token = location.hash.slice(1);
    const { user, workspaces } = await store.client.completeSetup({
      token,
      email,
      password,
      ...(name !== "" && { name }),
    });
    store.enter(user, workspaces, null);
    go("/setup?step=workspace");
  };
  return (
    <Front>
      <Form
        title={words.setup.title}
        submit={words.setup.submit}
        onSubmit={submit}
        whyNot={(error) => describeSignIn(error, () => words.setup.wrong)}
      >
        <p className="soft">{words.setup.text}</p>
        <Field label={words.setup.name} name="name" autocomplete="name" maxLength={200} />
        <Field label={words.signIn.email} name="email" type="email" autocomplete="username" required />
        <PasswordChoice label={words.signIn.password} />
      </Form>
      <p className="hint">
        {words.setup.hint} <a href="/sign-in">{words.signIn.submit}</a>
        <br />
        {words.setup.newLink}
      </p>
    </Front>
  );
}

export function Elsewhere({ origin }: { readonly origin: string }) {
  const address = origin + location.pathname + location.hash;
  return (
    <Front>
      <div className="card form">
        <h1>{words.elsewhere.title}</h1>
        <p>{words.elsewhere.text}</p>
        <p>
          <a href={address}>{origin + location.pathname}</a>
        </p>
        <p className="hint">
          {words.elsewhere.hint} <code>DAYSHIFT_PUBLIC_URL</code>.
        </p>
      </div>
    </Front>
  );
}
