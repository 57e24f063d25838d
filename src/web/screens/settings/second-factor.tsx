/** The second factor: switched on with an authenticator app, and off again. */
import { useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "../sign-in/form.tsx";
import { Once } from "./once.tsx";
import { Part } from "./part.tsx";
import { useReading } from "../../parts/use-reading.ts";

type Factor = Awaited<ReturnType<Client["getSecondFactor"]>>;
type Begun = Awaited<ReturnType<Client["beginSecondFactor"]>>;
type Fields = Readonly<Record<string, string>>;

export function SecondFactor() {
  const { client } = useStore();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { value: factor, failure, read, set } = useReading(() => client.getSecondFactor(), []);
  return (
    <Part id="second-step" title={words.secondFactor.title} failure={failure}>
      {factor?.isOn === false && <Begin onOn={(shown) => (setCodes(shown), read())} />}
      {codes !== null && (
        <Once
          hint={words.secondFactor.once}
          text={codes.join("\n")}
          copy={words.secondFactor.copy}
          done={words.secondFactor.stored}
          onClose={() => setCodes(null)}
        />
      )}
      {factor?.isOn === true && codes === null && <Remove left={factor.recoveryCodesLeft} onOff={set} />}
    </Part>
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
