/** A forgotten password: a link by e-mail is asked for, and opens the form of the new one. */
import { useState } from "preact/hooks";
import { useStore, useValue } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "./form.tsx";
import { PasswordChoice } from "./password-choice.tsx";
import { Front } from "./screen.tsx";

type Fields = Readonly<Record<string, string>>;

/** The token of a link follows `#`; without one it is asked for. */
export function ResetPassword() {
  const token = location.hash.slice(1);
  return <Front>{token === "" ? <Forgotten /> : <NewPassword token={token} />}</Front>;
}

function Forgotten() {
  const store = useStore();
  const { passwordResetByEmail } = useValue(store.waysIn);
  const [isSent, setSent] = useState(false);
  const ask = async ({ email = "" }: Fields): Promise<void> => {
    await store.client.createPasswordReset({ email });
    setSent(true);
  };
  if (!passwordResetByEmail)
    return <Note title={words.reset.title} text={words.reset.byOperator} code="dayshift password" />;
  if (isSent) return <Note title={words.reset.sentTitle} text={words.reset.sent} />;
  return (
    <>
      <Form title={words.reset.title} submit={words.reset.send} onSubmit={ask}>
        <p className="soft">{words.reset.text}</p>
        <Field label={words.signIn.email} name="email" type="email" autocomplete="username" required />
      </Form>
      <BackToSignIn />
    </>
  );
}

function NewPassword({ token }: { readonly token: string }) {
  const store = useStore();
  const [isSet, setSet] = useState(false);
  const set = async ({ password = "" }: Fields): Promise<void> => {
    await store.client.confirmPasswordReset({ token, newPassword: password });
    setSet(true);
  };
  if (isSet) return <Note title={words.reset.doneTitle} text={words.reset.done} />;
  return (
    <>
      <Form title={words.reset.newTitle} submit={words.reset.set} onSubmit={set}>
        <p className="soft">{words.reset.ends}</p>
        <PasswordChoice label={words.reset.newPassword} />
      </Form>
      <BackToSignIn />
    </>
  );
}

function Note({ title, text, code }: { readonly title: string; readonly text: string; readonly code?: string }) {
  return (
    <div className="card form">
      <h1>{title}</h1>
      <p role="status">
        {text} {code !== undefined && <code>{code}</code>}
      </p>
      <p className="hint">
        <a href="/sign-in">{words.signIn.submit}</a>
      </p>
    </div>
  );
}

function BackToSignIn() {
  return (
    <p className="hint">
      <a href="/sign-in">{words.reset.back}</a>
    </p>
  );
}
