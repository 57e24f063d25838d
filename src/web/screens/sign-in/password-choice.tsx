/** The field in which somebody chooses a password. */
import { words } from "../../words/index.ts";
import { Field } from "./form.tsx";

interface PasswordChoiceProps {
  readonly label: string;
  readonly name?: string;
}

export function PasswordChoice({ label, name = "password" }: PasswordChoiceProps) {
  return (
    <Field
      label={label}
      name={name}
      type="password"
      autocomplete="new-password"
      required
      minLength={10}
      hint={words.setup.passwordHint}
    />
  );
}
