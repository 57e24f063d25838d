/**
 * What signs cursors and the tickets that open recordings. Gateways that share a directory on a server share these rows of it; with a
 * directory in a file they are in a file of their own, and rows are what a release before 1.1, or a backup of one, left.
 */
import type { Context } from "./context/context.ts";
import { type Db, type Statement, statement, text } from "./database/db.ts";
import { randomSecret } from "./secrets/secrets.ts";

/** 32 bytes each. */
export interface SigningSecrets {
  readonly cursors: Uint8Array;
  readonly tickets: Uint8Array;
}

export interface Signing {
  /** Those of the rows; null where there are none. */
  storedSigning(): Promise<SigningSecrets | null>;
  /** The same, made when there are none: all gateways of the directory get the same. */
  sharedSigning(): Promise<SigningSecrets>;
  /** Takes the rows away, once the secrets are elsewhere. */
  eraseSigning(): Promise<void>;
}

const names = { cursors: "cursor_secret", tickets: "ticket_secret" } as const;

/** The names of the settings that hold them. */
export const signingRows: readonly string[] = Object.values(names);

export function signing({ db }: Context): Signing {
  const stored = async (): Promise<SigningSecrets | null> => {
    const [cursors, tickets] = [await read(db, names.cursors), await read(db, names.tickets)];
    if (cursors === null && tickets === null) return null;
    const fresh = newSigningSecrets();
    return { cursors: cursors ?? fresh.cursors, tickets: tickets ?? fresh.tickets };
  };
  return {
    storedSigning: stored,
    sharedSigning: async () => {
      const fresh = newSigningSecrets();
      const isWhole = (await read(db, names.cursors)) !== null && (await read(db, names.tickets)) !== null;
      if (!isWhole) await db.batch([addition(names.cursors, fresh.cursors), addition(names.tickets, fresh.tickets)]);
      return (await stored()) ?? fresh;
    },
    eraseSigning: async () => {
      await db.run("DELETE FROM settings WHERE name IN (?, ?)", ...signingRows);
    },
  };
}

export function newSigningSecrets(): SigningSecrets {
  return { cursors: new Uint8Array(randomSecret(32)), tickets: new Uint8Array(randomSecret(32)) };
}

function addition(name: string, value: Uint8Array): Statement {
  const sql = "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING";
  return statement(sql, name, Buffer.from(value).toString("base64url"));
}

async function read(db: Db, name: string): Promise<Uint8Array | null> {
  const row = await db.get("SELECT value FROM settings WHERE name = ?", name);
  return row === undefined ? null : new Uint8Array(Buffer.from(text(row, "value"), "base64url"));
}
