/** The key that encrypts secrets in the directory: in the environment, or in a file of the data folder that no backup has. */
import { join } from "node:path";
import { randomSecret } from "../../gateway/directory/secrets/secrets.ts";
import type { Configuration } from "./configuration.ts";
import { readKeyFile, writeKeyFile } from "./key-file.ts";

export const secretKeyFile = "secret.key";
const keyForm = /^[0-9a-f]{64}$/i;

type Place = Pick<Configuration, "secretKey" | "dataDir">;

/** Answers the 32 bytes. Its file is made when the key is asked for the first time; throws when the file holds no key. */
export function secretKeyOf(place: Place): () => Uint8Array {
  let key: Uint8Array | null = null;
  return () => (key ??= existingSecretKey(place) ?? makeKey(join(place.dataDir, secretKeyFile)));
}

/** The same for a reader that makes no file: where there is none, a key that opens nothing. */
export function existingSecretKeyOf(place: Place): () => Uint8Array {
  return () => existingSecretKey(place) ?? new Uint8Array(randomSecret(32));
}

/** The 32 bytes, where there are any: null when nothing was ever encrypted here. Throws when the file holds no key. */
export function existingSecretKey({ secretKey, dataDir }: Place): Uint8Array | null {
  if (secretKey !== null) return fromHex(secretKey);
  const file = join(dataDir, secretKeyFile);
  const text = readKeyFile(file);
  if (text === null) return null;
  if (keyForm.test(text)) return fromHex(text);
  throw new Error(
    `${file} holds no key: expected 64 hexadecimal digits. Put the file back, or remove it and give secrets again.`,
  );
}

function makeKey(file: string): Uint8Array {
  const key = randomSecret(32);
  writeKeyFile(file, key.toString("hex"));
  return key;
}

function fromHex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "hex"));
}
