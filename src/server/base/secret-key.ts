/** The key that encrypts secrets in the directory: in the environment, or in a file of the data folder that no backup has. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFully, withDescriptor } from "../../actors/files/handles.ts";
import { isMissing, nameFile } from "../../actors/store/files.ts";
import { randomSecret } from "../../gateway/directory/secrets/secrets.ts";
import type { Configuration } from "./configuration.ts";

const fileName = "secret.key";
const keyForm = /^[0-9a-f]{64}$/i;

/** Answers the 32 bytes. Its file is made when the key is asked for the first time; throws when the file holds no key. */
export function secretKeyOf({ secretKey, dataDir }: Pick<Configuration, "secretKey" | "dataDir">): () => Uint8Array {
  let key = secretKey === null ? null : fromHex(secretKey);
  return () => (key ??= fromHex(readKey(join(dataDir, fileName)) ?? makeKey(join(dataDir, fileName))));
}

function readKey(file: string): string | null {
  try {
    const text = readFileSync(file, "utf8").trim();
    if (keyForm.test(text)) return text;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  throw new Error(
    `${file} holds no key: expected 64 hexadecimal digits. Put the file back, or remove it and give secrets again.`,
  );
}

/** A crash leaves the whole key or none: nothing is encrypted with a key that is not on the disk. */
function makeKey(file: string): string {
  const text = randomSecret(32).toString("hex");
  withDescriptor(`${file}.new`, "w", (descriptor) => writeFully(descriptor, Buffer.from(`${text}\n`), 0));
  nameFile(`${file}.new`, file);
  return text;
}

function fromHex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "hex"));
}
