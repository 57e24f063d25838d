/** Browsers that people have notes sent to, and the keys of the service by which push services know it. */
import { conflict, noSuch } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import type { Context } from "./context/context.ts";
import { integer, text, textOrNull, timestamp } from "./database/db.ts";
import { decrypt, encrypt } from "./secrets/encryption.ts";
import { newPushKeys, type PushKeys } from "./secrets/push-keys.ts";

export interface PushTarget {
  readonly id: string;
  readonly endpoint: string;
  /** Public key of the browser, and its secret, in base64url. */
  readonly p256dh: string;
  readonly auth: string;
  /** The language that the person set; null: as the browser has it. */
  readonly locale: string | null;
}

export interface NewPushTarget extends Omit<PushTarget, "id" | "locale"> {
  readonly userId: string;
  /** The session that asks for it: both end together. */
  readonly sessionId: string;
}

export interface PushSubscription {
  readonly object: "push_subscription";
  readonly id: string;
  readonly createdAt: string;
}

export interface Push {
  /** Made once; made again when the secret key is another one, and then no former subscription is worth anything. */
  pushKeys(): Promise<PushKeys>;
  /** Takes the place of the one with this endpoint. Throws `resource_conflict` for one too many. */
  createPushSubscription(target: NewPushTarget): Promise<PushSubscription>;
  /** Throws `resource_not_found`, also for one of somebody else. */
  removePushSubscription(userId: string, id: string): Promise<void>;
  pushTargetsOf(userId: string): Promise<readonly PushTarget[]>;
  /** The push service does not know it any more. */
  forgetPushTarget(id: string): Promise<void>;
}

const keysSetting = "push_keys";

export function push({ db, clock, ids, secretKey, touches }: Context): Push {
  const readKeys = async (): Promise<PushKeys | undefined> => {
    const row = await db.get("SELECT value FROM settings WHERE name = ?", keysSetting);
    const found = row === undefined ? undefined : decrypt(secretKey(), keysSetting, text(row, "value"));
    return found === undefined ? undefined : (JSON.parse(found) as PushKeys);
  };
  return {
    pushKeys: async () => {
      const known = await readKeys();
      if (known !== undefined) return known;
      const made = encrypt(secretKey(), keysSetting, JSON.stringify(newPushKeys()));
      await db.run("DELETE FROM push_subscriptions");
      const sql =
        "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
      await db.run(sql, keysSetting, made);
      return (await readKeys()) as PushKeys;
    },
    createPushSubscription: async ({ userId, sessionId, endpoint, p256dh, auth }) => {
      const others = "SELECT count(*) AS count FROM push_subscriptions WHERE user_id = ? AND endpoint <> ?";
      const row = await db.get(others, userId, endpoint);
      const { max } = limits.pushSubscriptions.person;
      if (row !== undefined && integer(row, "count") >= max)
        throw conflict(`A person has at most ${max} browsers that notes are sent to. Remove one.`);
      const [id, now] = [ids.uuid(), clock.now()];
      await db.run("DELETE FROM push_subscriptions WHERE endpoint = ?", endpoint);
      const sql = `INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)`;
      await db.run(sql, id, userId, sessionId, endpoint, p256dh, auth, now);
      return { object: "push_subscription", id, createdAt: timestamp(now) };
    },
    removePushSubscription: async (userId, id) => {
      const removed = await db.run("DELETE FROM push_subscriptions WHERE id = ? AND user_id = ?", id, userId);
      if (removed === 0) throw noSuch("push subscription", id);
    },
    pushTargetsOf: async (userId) => {
      const sql = `SELECT p.id, p.endpoint, p.p256dh, p.auth, u.locale, p.session_id, s.expires_at
        FROM push_subscriptions p JOIN users u ON u.id = p.user_id LEFT JOIN sessions s ON s.id = p.session_id
        WHERE p.user_id = ?`;
      const rows = await db.all(sql, userId);
      const live = rows.filter((row) => {
        // The row of a session that has expired stays for a while, and an extension may not be written yet.
        const sessionId = textOrNull(row, "session_id");
        return sessionId === null || (touches.sessionExpiry(sessionId) ?? integer(row, "expires_at")) > clock.now();
      });
      return live.map((row) => ({
        id: text(row, "id"),
        endpoint: text(row, "endpoint"),
        p256dh: text(row, "p256dh"),
        auth: text(row, "auth"),
        locale: textOrNull(row, "locale"),
      }));
    },
    forgetPushTarget: async (id) => void (await db.run("DELETE FROM push_subscriptions WHERE id = ?", id)),
  };
}
