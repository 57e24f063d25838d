/** Sign-in. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { go, here } from "../../base/routes.ts";
import { DayshiftError } from "../../../client/errors.ts";
import { StatusMark } from "../../parts/icons.tsx";
import { useStore } from "../../parts/use.ts";
import { describeSignIn } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "./form.tsx";
import { ProviderLink, Refused } from "./provider.tsx";

export interface SignInProps {
  readonly isOver?: boolean;
  readonly reason?: string;
}

/** Signs in with e-mail and password. Over a page whose session ended, the page stays as it was. */
export function SignIn({ isOver = false, reason }: SignInProps) {
  const store = useStore();
  const [takesCode, setTakesCode] = useState(false);
  const target = (): string =>
    here.value.query.get("to") ?? (here.value.place === "sign-in" ? "/today" : here.value.href);
  const submit = async ({ email = "", password = "", code = "" }: Readonly<Record<string, string>>): Promise<void> => {
    const given = { email, password, ...(code !== "" && { code }) };
    const entered = await store.client.createSession(given).catch((error: unknown) => {
      if (!(error instanceof DayshiftError) || error.code !== "second_factor_required") throw error;
      setTakesCode(true);
    });
    if (entered === undefined) return;
    const { user, workspaces } = entered;
    const session = store.session.value;
    store.enter(user, workspaces, session.kind === "in" ? session.workspaceId : null);
    if (!isOver) go(target());
  };
  return (
    <Front>
      <Form
        title={reason ?? (isOver ? words.signIn.again : words.signIn.title)}
        submit={words.signIn.submit}
        onSubmit={submit}
        whyNot={(error) => describeSignIn(error, wrongIn)}
        isOver={isOver}
      >
        <Refused />
        <Field
          label={words.signIn.email}
          name="email"
          type="email"
          autocomplete="username"
          autofocus={isOver}
          required
        />
        <Field label={words.signIn.password} name="password" type="password" autocomplete="current-password" required />
        {takesCode && <CodeField />}
      </Form>
      {!isOver && <ProviderLink to={target()} />}
      <p className="hint">
        <a href="/reset-password">{words.reset.forgot}</a>
      </p>
      <p className="hint">{words.signIn.hint}</p>
    </Front>
  );
}

function wrongIn(param: string | null): string {
  return param === "code" ? words.secondFactor.wrong : words.signIn.wrong;
}

/** The second step, where the cursor is as soon as it is asked for. */
function CodeField() {
  return (
    <Field
      label={words.secondFactor.code}
      name="code"
      autocomplete="one-time-code"
      autofocus
      required
      maxLength={40}
      hint={words.secondFactor.codeHint}
    />
  );
}

/** What stands alone on a page before anybody is signed in. */
export function Front({ children }: { readonly children: ComponentChildren }) {
  return (
    <main className="front">
      <p className="brand">
        <StatusMark status="in_progress" size={22} /> Dayshift
      </p>
      {children}
    </main>
  );
}
