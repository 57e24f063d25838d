/** Keys for programs: made here, shown once, revoked here. */
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import { momentInWords } from "../../parts/due.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "../sign-in/form.tsx";

type Key = Awaited<ReturnType<Client["listApiKeys"]>>["data"][number];
type Preset = Awaited<ReturnType<Client["listScopes"]>>["presets"][number];

export function Keys({ workspaceId }: { readonly workspaceId: string }) {
  const { client } = useStore();
  const [keys, setKeys] = useState<readonly Key[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const load = (): void => {
    client.listApiKeys({ workspaceId }).then(
      ({ data }) => setKeys(data),
      (error: unknown) => setProblem(describe(error)),
    );
  };
  useEffect(load, [workspaceId]);
  const revoke = (apiKeyId: string): void => {
    client.revokeApiKey({ apiKeyId }).then(load, (error: unknown) => setProblem(describe(error)));
  };
  return (
    <section className="card">
      <h2>{words.keys.title}</h2>
      <p className="soft">{words.keys.text}</p>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {keys.length > 0 && (
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
              <button
                type="button"
                className="outlined danger"
                aria-label={words.keys.revokeNamed(key.name)}
                onClick={() => revoke(key.id)}
              >
                {words.keys.revoke}
              </button>
            </li>
          ))}
        </ul>
      )}
      {secret === null ? (
        <NewKey workspaceId={workspaceId} onMade={(made) => (setSecret(made), load())} />
      ) : (
        <Made secret={secret} onClose={() => setSecret(null)} />
      )}
    </section>
  );
}

function NewKey({ workspaceId, onMade }: { readonly workspaceId: string; readonly onMade: (secret: string) => void }) {
  const { client } = useStore();
  const [presets, setPresets] = useState<readonly Preset[]>([]);
  useEffect(() => {
    void client.listScopes().then(
      ({ presets }) => setPresets(presets),
      () => undefined,
    );
  }, []);
  const make = async ({ name = "", preset = "" }: Readonly<Record<string, string>>): Promise<void> => {
    const chosen = presets.find(({ id }) => id === preset) ?? presets[0];
    const made = await client.createApiKey({ workspaceId, name, scopes: [...(chosen?.scopes ?? [])] });
    onMade(made.secret ?? "");
  };
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

function Made({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <div className="made">
      <p>
        <strong>{words.keys.once}</strong>
      </p>
      <pre>{secret}</pre>
      <pre>{`export DAYSHIFT_KEY=${secret}
curl ${location.origin}/api/v1/todos -H "Authorization: Bearer $DAYSHIFT_KEY"`}</pre>
      <p className="buttons">
        <button type="button" className="primary" onClick={() => void navigator.clipboard?.writeText(secret)}>
          {words.keys.copy}
        </button>
        <button type="button" className="outlined" onClick={onClose}>
          {words.keys.kept}
        </button>
      </p>
    </div>
  );
}
