/** The second factor: switched on with an authenticator app, and off again. */
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "../sign-in/form.tsx";

type Factor = Awaited<ReturnType<Client["getSecondFactor"]>>;
type Begun = Awaited<ReturnType<Client["beginSecondFactor"]>>;
type Fields = Readonly<Record<string, string>>;

export function SecondFactor() {
  const { client } = useStore();
  const [factor, setFactor] = useState<Factor | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = (): void =>
    void client.getSecondFactor().then(setFactor, (error: unknown) => setProblem(describe(error)));
  useEffect(load, []);
  return (
    <section className="card">
      <h2>{words.secondFactor.title}</h2>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {factor?.isOn === false && <Begin onOn={(shown) => (setCodes(shown), load())} />}
      {codes !== null && <Codes codes={codes} onClose={() => setCodes(null)} />}
      {factor?.isOn === true && codes === null && <Remove left={factor.recoveryCodesLeft} onOff={setFactor} />}
    </section>
  );
}

function Begin({ onOn }: { readonly onOn: (codes: readonly string[]) => void }) {
  const { client } = useStore();
  const [begun, setBegun] = useState<Begun | null>(null);
  const begin = async ({ password = "" }: Fields): Promise<void> =>
    setBegun(await client.beginSecondFactor({ password }));
  const confirm = async ({ code = "" }: Fields): Promise<void> =>
    onOn((await client.confirmSecondFactor({ code })).recoveryCodes);
  if (begun === null)
    return (
      <Form title={words.secondFactor.begin} submit={words.secondFactor.next} onSubmit={begin} isPart>
        <p className="soft">{words.secondFactor.text}</p>
        <Password />
      </Form>
    );
  return (
    <Form key="confirm" title={words.secondFactor.scan} submit={words.secondFactor.turnOn} onSubmit={confirm} isPart>
      <p>
        <a href={begun.otpauthUri}>{words.secondFactor.open}</a> {words.secondFactor.orType}
      </p>
      <pre>{begun.secret}</pre>
      <Field label={words.secondFactor.code} name="code" autocomplete="one-time-code" required maxLength={40} />
    </Form>
  );
}

function Codes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const text = codes.join("\n");
  return (
    <div className="made">
      <p>
        <strong>{words.secondFactor.once}</strong>
      </p>
      <pre>{text}</pre>
      <p className="buttons">
        <button type="button" className="primary" onClick={() => void navigator.clipboard?.writeText(text)}>
          {words.secondFactor.copy}
        </button>
        <button type="button" className="outlined" onClick={onClose}>
          {words.secondFactor.stored}
        </button>
      </p>
    </div>
  );
}

function Remove({ left, onOff }: { readonly left: number; readonly onOff: (factor: Factor) => void }) {
  const { client } = useStore();
  const remove = async ({ password = "", code = "" }: Fields): Promise<void> =>
    onOff(await client.removeSecondFactor({ password, code }));
  return (
    <Form title={words.secondFactor.isOn} submit={words.secondFactor.turnOff} onSubmit={remove} isPart>
      <p className="soft">{words.secondFactor.left(left)}</p>
      <Password />
      <Field label={words.secondFactor.code} name="code" autocomplete="one-time-code" required maxLength={40} />
    </Form>
  );
}

function Password() {
  return (
    <Field label={words.signIn.password} name="password" type="password" autocomplete="current-password" required />
  );
}
