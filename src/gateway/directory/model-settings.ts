/** Who answers, as an operator has set it; keys of providers are encrypted, and belong to their address. */
import type { Context } from "./context/context.ts";
import { decrypt, encrypt } from "./secrets/encryption.ts";
import { settings } from "./settings.ts";

/** How a model is reached. */
export interface ModelConnection {
  readonly provider: "builtin" | "openai" | "anthropic" | "openai-compatible";
  readonly model: string | null;
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
}

export interface StoredModel extends ModelConnection {
  readonly contextTokens: number | null;
  readonly timeoutSeconds: number | null;
  readonly fallback: ModelConnection | null;
}

export interface ModelStore {
  /** Null when nobody has set one. A key that cannot be read any more is null: it is to be entered again. */
  storedModel(): Promise<StoredModel | null>;
  storeModel(model: StoredModel): Promise<void>;
}

const name = "model";

export function modelStore(context: Pick<Context, "db" | "secretKey">): ModelStore {
  const all = settings(context);
  const encrypted = <Connection extends ModelConnection>(one: Connection): Connection => ({
    ...one,
    apiKey: one.apiKey === null ? null : encrypt(context.secretKey(), ownerOf(one), one.apiKey),
  });
  const opened = <Connection extends ModelConnection>(one: Connection): Connection => ({
    ...one,
    apiKey: one.apiKey === null ? null : (decrypt(context.secretKey(), ownerOf(one), one.apiKey) ?? null),
  });
  return {
    async storedModel() {
      const text = await all.getSetting(name);
      if (text === null) return null;
      const stored = JSON.parse(text) as StoredModel;
      return { ...opened(stored), fallback: stored.fallback === null ? null : opened(stored.fallback) };
    },
    async storeModel(model) {
      const fallback = model.fallback === null ? null : encrypted(model.fallback);
      await all.putSetting(name, JSON.stringify({ ...encrypted(model), fallback }));
    },
  };
}

/** The providers in a stored setting whose keys `isLost` says cannot be read. */
export function unreadableModelKeys(
  setting: string,
  isLost: (owner: string, encrypted: string) => boolean,
): readonly string[] {
  const stored = JSON.parse(setting) as StoredModel;
  return [stored, stored.fallback].flatMap((one) =>
    one !== null && one.apiKey !== null && isLost(ownerOf(one), one.apiKey) ? [one.provider] : [],
  );
}

/** A key opens nothing at another address. */
function ownerOf({ provider, baseUrl }: ModelConnection): string {
  return `model ${provider} ${baseUrl ?? ""}`;
}
