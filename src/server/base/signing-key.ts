/** `signing.key` of the data folder: what signs cursors and the links of recordings. No backup has it, and a restore makes a new one. */
import { join } from "node:path";
import { whyNoWrites } from "../../actors/store/reading-copy.ts";
import type { Directory } from "../../gateway/directory/directory.ts";
import { newSigningSecrets, type SigningSecrets } from "../../gateway/directory/signing.ts";
import { createTickets, type Tickets } from "../../gateway/recordings/tickets.ts";
import { readKeyFile, writeKeyFile } from "./key-file.ts";

const fileName = "signing.key";
const form = /^cursors ([0-9a-f]{64})\ntickets ([0-9a-f]{64})$/;

export interface OpenSigning {
  readonly cursorSecret: Uint8Array;
  readonly tickets: Tickets;
}

/**
 * The secrets of a service: those of its file, which is made at the first start and takes over what a former release had in the
 * directory. On a disk that takes no writes the file is made at a later start. A directory that several machines have holds them itself.
 */
export async function openSigning(dataDir: string, directory: Directory, isShared: boolean): Promise<OpenSigning> {
  const hasThem = isShared || directory.db.isRemote;
  const { cursors, tickets } = hasThem ? await directory.sharedSigning() : await signingSecrets(dataDir, directory);
  return { cursorSecret: cursors, tickets: createTickets(tickets) };
}

async function signingSecrets(dataDir: string, directory: Directory): Promise<SigningSecrets> {
  const stored = await directory.storedSigning();
  const known = readFile(dataDir);
  const secrets = known ?? stored ?? newSigningSecrets();
  try {
    if (known === null) writeFile(dataDir, secrets);
    if (stored !== null) await directory.eraseSigning();
  } catch (error) {
    if (whyNoWrites(dataDir) === null) throw error;
  }
  return secrets;
}

/** New secrets for a restored folder: what the old ones signed opens nothing there. */
export function renewSigningKey(dataDir: string): void {
  writeFile(dataDir, newSigningSecrets());
}

function readFile(dataDir: string): SigningSecrets | null {
  const file = join(dataDir, fileName);
  const text = readKeyFile(file);
  if (text === null) return null;
  const [, cursors, tickets] = form.exec(text) ?? [];
  if (cursors === undefined || tickets === undefined)
    throw new Error(`${file} holds no signing keys. Remove it: the next start makes new ones, and links expire.`);
  return { cursors: fromHex(cursors), tickets: fromHex(tickets) };
}

function writeFile(dataDir: string, { cursors, tickets }: SigningSecrets): void {
  writeKeyFile(join(dataDir, fileName), `cursors ${toHex(cursors)}\ntickets ${toHex(tickets)}`);
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function fromHex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "hex"));
}
