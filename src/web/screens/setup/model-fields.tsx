/** The fields that a choice takes: which model, its key, its address. */
import { words } from "../../words/index.ts";
import { Field } from "../sign-in/form.tsx";
import type { Choice, Settings } from "./choices.ts";

export function ModelFields({ choice, now }: { readonly choice: Choice; readonly now: Settings | null }) {
  if (choice.provider === "builtin") return null;
  const isSame = now?.provider === choice.provider;
  const hasKey = isSame && now.hasKey;
  const { key, keyHint, keyIsSet, address } = words.model;
  return (
    <>
      <ModelName choice={choice} usual={isSame ? (now.model ?? "") : ""} />
      {choice.takes.address && (
        <Field
          label={address}
          name="address"
          required
          maxLength={2000}
          defaultValue={isSame ? (now.baseUrl ?? "") : ""}
        />
      )}
      {choice.takes.key && (
        <Field
          label={key}
          name="key"
          type="password"
          autocomplete="off"
          maxLength={1000}
          required={!choice.takes.address && !hasKey}
          hint={hasKey ? keyIsSet : keyHint}
        />
      )}
    </>
  );
}

/** A server that says which models it has is asked for one of them. */
function ModelName({ choice, usual }: { readonly choice: Choice; readonly usual: string }) {
  const { name, nameHint } = words.model;
  if (choice.models.length === 0)
    return <Field label={name} name="model" required maxLength={200} defaultValue={usual} hint={nameHint} />;
  return (
    <label className="field">
      <span>{name}</span>
      <select name="model" defaultValue={choice.models.includes(usual) ? usual : choice.models[0]}>
        {choice.models.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}
