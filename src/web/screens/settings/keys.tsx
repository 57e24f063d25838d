/** Keys for programs: made here, shown once, revoked here. */
import { useState } from "preact/hooks";
import { AskingButton } from "../../parts/asking-button.tsx";
import { momentInWords } from "../../parts/due.tsx";
import { NotRead } from "../../parts/screen.tsx";
import { useStore } from "../../parts/use.ts";
import { useReading } from "../../parts/use-reading.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "../sign-in/form.tsx";
import { Once } from "./once.tsx";
import { Part } from "./part.tsx";

export function Keys({ workspaceId }: { readonly workspaceId: string }) {
  const { client } = useStore();
  const [secret, setSecret] = useState<string | null>(null);
  const ask = async () => (await client.listApiKeys({ workspaceId })).data;
  const { value: keys, failure, read, fail } = useReading(ask, [workspaceId]);
  const revoke = (apiKeyId: string): void => void client.revokeApiKey({ apiKeyId }).then(read, fail);
  return (
    <Part id="keys" title={words.keys.title} failure={failure}>
      <p className="soft">{words.keys.text}</p>
      {keys !== null && keys.length > 0 && (
        <ul className="rows-plain">
          {keys.map((key) => (
            <li key={key.id}>
              <span className="grow">
                <strong dir="auto">{key.name}</strong>{" "}
                <code>
                  {key.prefix}…{key.last4}
                </code>
              </span>
              <span className="soft">
                {key.lastUsedAt === null ? words.keys.unused : momentInWords(key.lastUsedAt)}
              </span>
              <AskingButton
                label={words.keys.revoke}
                name={words.keys.revokeNamed(key.name)}
                question={words.keys.revokeAsk(key.name)}
                onYes={() => revoke(key.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {secret === null ? (
        <NewKey workspaceId={workspaceId} onMade={(made) => (setSecret(made), read())} />
      ) : (
        <Once
          hint={words.keys.once}
          text={secret}
          example={exampleOf(secret)}
          copy={words.keys.copy}
          done={words.keys.kept}
          onClose={() => setSecret(null)}
        />
      )}
    </Part>
  );
}

function NewKey({ workspaceId, onMade }: { readonly workspaceId: string; readonly onMade: (secret: string) => void }) {
  const { client } = useStore();
  const { value: presets, failure } = useReading(async () => (await client.listScopes()).presets, []);
  const make = async ({ name = "", preset = "" }: Readonly<Record<string, string>>): Promise<void> => {
    const chosen = presets?.find(({ id }) => id === preset);
    const made = await client.createApiKey({ workspaceId, name, scopes: [...(chosen?.scopes ?? [])] });
    onMade(made.secret ?? "");
  };
  if (failure !== null) return <NotRead {...failure} />;
  // A key that may do nothing is none: there is nothing to press before it is known what one may do.
  if (presets === null) return null;
  return (
    <Form title={words.keys.make} submit={words.keys.submit} onSubmit={make} isPart>
      <Field label={words.keys.name} name="name" required maxLength={200} defaultValue={words.keys.firstName} />
      <label className="field">
        <span>{words.keys.may}</span>
        <select name="preset">
          {presets.map(({ id, name, description }) => (
            <option key={id} value={id} selected={id === "full_access"}>
              {inWords(id) ?? `${name}: ${description}`}
            </option>
          ))}
        </select>
      </label>
    </Form>
  );
}

/** What a key of that kind may do; null where this page has no words for it. */
function inWords(preset: string): string | null {
  return (words.keys.presets as Readonly<Record<string, string>>)[preset] ?? null;
}

function exampleOf(secret: string): string {
  return `export DAYSHIFT_KEY=${secret}
curl ${location.origin}/api/v1/todos -H "Authorization: Bearer $DAYSHIFT_KEY"`;
}
