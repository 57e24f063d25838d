/** The fields that a choice takes: its address, its key, and which model. */
import { useRef } from "preact/hooks";
import { words } from "../../words/index.ts";
import { Field } from "../sign-in/form.tsx";
import type { Choice, Settings } from "./choices.ts";
import { ModelName } from "./model-name.tsx";
import { useModels } from "./use-models.ts";

export function ModelFields({ choice, now }: { readonly choice: Choice; readonly now: Settings | null }) {
  if (choice.provider === "builtin") return null;
  return <Fields choice={choice} now={now} />;
}

function Fields({ choice, now }: { readonly choice: Choice; readonly now: Settings | null }) {
  const isSame = now?.provider === choice.provider;
  const hasKey = isSame && now.hasKey;
  const { key, keyHint, keyIsSet, address } = words.model;
  const { takes } = choice;
  const isStored = takes.address ? isSame : hasKey;
  const { models, hint, ask } = useModels(choice, choice.models.length === 0 && isStored);
  const given = useRef({ key: "", address: isSame && takes.address ? (now.baseUrl ?? "") : "" });
  const give = (fields: Partial<typeof given.current>): void => {
    const before = JSON.stringify(given.current);
    given.current = { ...given.current, ...fields };
    if (JSON.stringify(given.current) === before) return;
    if (takes.address ? given.current.address !== "" : given.current.key !== "" || hasKey) ask(given.current);
  };
  return (
    <>
      {takes.address && (
        <Field
          label={address}
          name="address"
          required
          maxLength={2000}
          defaultValue={given.current.address}
          onLeave={(text) => give({ address: text })}
        />
      )}
      {takes.key && (
        <Field
          label={key}
          name="key"
          type="password"
          autocomplete="off"
          maxLength={1000}
          required={!takes.address && !hasKey}
          hint={hasKey ? keyIsSet : keyHint}
          onLeave={(text) => give({ key: text })}
        />
      )}
      <ModelName models={models} usual={isSame ? (now.model ?? "") : ""} hint={hint} />
    </>
  );
}
