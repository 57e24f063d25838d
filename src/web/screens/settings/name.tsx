/** What others read where this person did something. */
import { useStore, useValue } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "../sign-in/form.tsx";

export function OwnName() {
  const store = useStore();
  const session = useValue(store.session);
  if (session.kind !== "in") return null;
  const { name, email } = session.user;
  const save = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    await store.renameSelf(fields["name"]?.trim() ?? "");
    store.notices.show({ text: words.settings.nameSaved, isProblem: false });
  };
  return (
    <Form key={name} title={words.settings.yourName} submit={words.save} onSubmit={save} isPart>
      <Field
        label={words.settings.yourName}
        name="name"
        required
        maxLength={200}
        defaultValue={name}
        autocomplete="name"
      />
      <p className="soft">{email}</p>
    </Form>
  );
}
