/** Which secrets cannot be read with the key at hand. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { lostSecrets } from "../../../src/gateway/directory/lost-secrets.ts";
import { encrypt } from "../../../src/gateway/directory/secrets/encryption.ts";
import { ownerEmail, ownerPassword, setting } from "./helpers.ts";

const kept = { rules: ["keys.secret"] } as const;

test("each kind of secret is named by whose it is; those that the key reads are not", kept, async (t) => {
  const { directory } = await setting(t);
  const { db } = directory;
  const key = randomBytes(32);
  const { owner, workspace } = await directory.createOwner({ email: ownerEmail, password: ownerPassword });
  assert.deepEqual(await lostSecrets(db, null), []);
  const add =
    "INSERT INTO second_factors (user_id, encrypted_secret, is_on, last_step, created_at) VALUES (?, ?, 1, 0, 0)";
  await db.run(add, owner.id, encrypt(key, owner.id, "x"));
  const connect = `INSERT INTO mcp_servers (id, workspace_id, name, url, encrypted_secret, tools, connected_by, created_at, updated_at)
    VALUES (?, ?, ?, 'https://example.com', ?, '[]', ?, 0, 0)`;
  await db.run(connect, "s1", workspace.id, "crm", encrypt(key, "s1", "x"), owner.id);
  await db.run(connect, "s2", workspace.id, "open", null, owner.id);
  await db.run(
    "INSERT INTO push_subscriptions (id, user_id, endpoint, p256dh, auth, created_at) VALUES ('p', ?, 'e', 'k', 'a', 0)",
    owner.id,
  );
  await directory.putSetting("push_keys", encrypt(key, "push_keys", "{}"));
  const apiKey = encrypt(key, "model openai ", "x");
  await directory.putSetting("model", JSON.stringify({ provider: "openai", baseUrl: null, apiKey, fallback: null }));
  const ofSpeech = encrypt(key, "speech openai-compatible http://127.0.0.1:8000/v1", "x");
  const speech = { provider: "openai-compatible", model: "m", baseUrl: "http://127.0.0.1:8000/v1", apiKey: ofSpeech };
  await directory.putSetting("speech", JSON.stringify(speech));
  const all = [
    { kind: "second_factor", of: ownerEmail },
    { kind: "mcp_server", of: `crm of ${workspace.name}` },
    { kind: "push", of: ownerEmail },
    { kind: "model_key", of: "openai" },
    { kind: "speech_key", of: "http://127.0.0.1:8000/v1" },
  ];
  assert.deepEqual(await lostSecrets(db, null), all);
  assert.deepEqual(await lostSecrets(db, randomBytes(32)), all);
  assert.deepEqual(await lostSecrets(db, key), []);
  await db.run("DROP TABLE mcp_servers");
  assert.deepEqual((await lostSecrets(db, null)).length, 4, "a schema without that table");
});
