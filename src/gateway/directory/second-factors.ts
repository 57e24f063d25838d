/** The second factor of a person: codes of an authenticator app, and ten recovery codes for when it is lost. */
import type { Context } from "./context/context.ts";
import { type Row, type Statement, statement, integer, text } from "./database/db.ts";
import { decrypt, encrypt } from "./secrets/encryption.ts";
import { hashSecret } from "./secrets/secrets.ts";
import { matchingStep, newRecoveryCode, newTotpSecret, plainRecoveryCode } from "./secrets/totp.ts";
import { type ApiError, conflict } from "../../schema/errors.ts";

export interface SecondFactor {
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
}

export interface SecondFactors {
  secondFactorOf(userId: string): Promise<SecondFactor>;
  /** A new secret, which counts once a code of it was shown. Throws `resource_conflict` when the factor is on. */
  beginSecondFactor(userId: string): Promise<string>;
  /**
   * Switches it on: ten recovery codes, of which only hashes stay; undefined for a wrong code. Throws `resource_conflict` when nothing
   * was begun, or it is on.
   */
  confirmSecondFactor(userId: string, code: string): Promise<readonly string[] | undefined>;
  /** Whether it is a code of the app or a recovery code; neither is taken twice. */
  useSecondFactor(userId: string, code: string): Promise<boolean>;
  /** Switches it off; nothing happens when it is. */
  removeSecondFactor(userId: string): Promise<void>;
}

const recoveryCodes = 10;

export function secondFactors(context: Context): SecondFactors {
  const { db } = context;
  return {
    secondFactorOf: async (userId) => {
      const counted = `SELECT f.is_on, (SELECT count(*) FROM recovery_codes r WHERE r.user_id = f.user_id) AS left_over
        FROM second_factors f WHERE f.user_id = ?`;
      const row = await db.get(counted, userId);
      const isOn = row !== undefined && integer(row, "is_on") === 1;
      return { isOn, recoveryCodesLeft: isOn ? integer(row, "left_over") : 0 };
    },
    beginSecondFactor: (userId) => begin(context, userId),
    confirmSecondFactor: (userId, code) => confirm(context, userId, code),
    useSecondFactor: async (userId, code) =>
      plainRecoveryCode(code) === null ? takeCode(context, userId, code) : takeRecoveryCode(context, userId, code),
    removeSecondFactor: async (userId) => {
      await db.batch([
        statement("DELETE FROM recovery_codes WHERE user_id = ?", userId),
        statement("DELETE FROM second_factors WHERE user_id = ?", userId),
      ]);
    },
  };
}

async function begin({ db, clock, secretKey }: Context, userId: string): Promise<string> {
  const secret = newTotpSecret();
  const sql = `INSERT INTO second_factors (user_id, encrypted_secret, is_on, last_step, created_at) VALUES (?, ?, 0, 0, ?)
    ON CONFLICT (user_id) DO UPDATE SET encrypted_secret = excluded.encrypted_secret, last_step = 0, created_at = excluded.created_at
    WHERE is_on = 0`;
  const written = await db.run(sql, userId, encrypt(secretKey(), userId, secret), clock.now());
  if (written === 0) throw isOnAlready();
  return secret;
}

async function confirm(context: Context, userId: string, code: string): Promise<readonly string[] | undefined> {
  const row = await findRow(context, userId);
  if (row === undefined) throw conflict("No second factor was begun: ask for a secret first.");
  if (integer(row, "is_on") === 1) throw isOnAlready();
  const step = stepOfCode(context, row, code);
  if (step === undefined) return undefined;
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  const turnOn =
    "UPDATE second_factors SET is_on = 1, last_step = ? WHERE user_id = ? AND is_on = 0 AND encrypted_secret = ?";
  const on = statement(turnOn, step, userId, text(row, "encrypted_secret"));
  const results = await context.db.batch([on, ...codes.map((one) => recoveryRow(userId, one))]);
  if (results[0]?.changed !== 1) throw isOnAlready();
  return codes;
}

/** Only while the factor has no codes of another request, which came first. */
function recoveryRow(userId: string, code: string): Statement {
  return statement(
    `INSERT INTO recovery_codes (user_id, code_hash) SELECT ?1, ?2
     WHERE (SELECT count(*) FROM recovery_codes WHERE user_id = ?1) < ${recoveryCodes}`,
    userId,
    hashOf(userId, code),
  );
}

async function takeCode(context: Context, userId: string, code: string): Promise<boolean> {
  const row = await findRow(context, userId);
  const step = row === undefined ? undefined : stepOfCode(context, row, code);
  if (step === undefined) return false;
  const take = "UPDATE second_factors SET last_step = ?1 WHERE user_id = ?2 AND is_on = 1 AND last_step < ?1";
  return (await context.db.run(take, step, userId)) === 1;
}

async function takeRecoveryCode({ db }: Context, userId: string, code: string): Promise<boolean> {
  const take = "DELETE FROM recovery_codes WHERE user_id = ? AND code_hash = ?";
  return (await db.run(take, userId, hashOf(userId, code))) === 1;
}

/** Undefined for a wrong code, and when the key is not the one that encrypted the secret: then recovery codes are what is left. */
function stepOfCode({ clock, secretKey }: Context, row: Row, code: string): number | undefined {
  const secret = decrypt(secretKey(), text(row, "user_id"), text(row, "encrypted_secret"));
  return secret === undefined ? undefined : matchingStep(secret, code, clock.now());
}

function findRow({ db }: Context, userId: string): Promise<Row | undefined> {
  return db.get("SELECT user_id, encrypted_secret, is_on FROM second_factors WHERE user_id = ?", userId);
}

function hashOf(userId: string, code: string): string {
  return hashSecret(`${userId} ${plainRecoveryCode(code)}`);
}

function isOnAlready(): ApiError {
  return conflict("The second factor is on already: switch it off first.");
}
