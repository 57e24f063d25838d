/** Who turns speech into text, as an operator has set it; the key is encrypted, and belongs to its address. */
import type { Context } from "./context/context.ts";
import { decrypt, encrypt } from "./secrets/encryption.ts";
import { settings } from "./settings.ts";

export interface StoredSpeech {
  readonly provider: "none" | "openai" | "openai-compatible";
  readonly model: string | null;
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
}

export interface SpeechStore {
  /** Null when nobody has set one. A key that cannot be read any more is null: it is to be entered again. */
  storedSpeech(): Promise<StoredSpeech | null>;
  storeSpeech(speech: StoredSpeech): Promise<void>;
}

const name = "speech";

export function speechStore(context: Pick<Context, "db" | "secretKey">): SpeechStore {
  const all = settings(context);
  return {
    async storedSpeech() {
      const text = await all.getSetting(name);
      if (text === null) return null;
      const stored = JSON.parse(text) as StoredSpeech;
      const { apiKey } = stored;
      return {
        ...stored,
        apiKey: apiKey === null ? null : (decrypt(context.secretKey(), ownerOf(stored), apiKey) ?? null),
      };
    },
    async storeSpeech(speech) {
      const { apiKey } = speech;
      const encrypted = apiKey === null ? null : encrypt(context.secretKey(), ownerOf(speech), apiKey);
      await all.putSetting(name, JSON.stringify({ ...speech, apiKey: encrypted }));
    },
  };
}

/** The server in a stored setting whose key `isLost` says cannot be read; none otherwise. */
export function unreadableSpeechKeys(
  setting: string,
  isLost: (owner: string, encrypted: string) => boolean,
): readonly string[] {
  const stored = JSON.parse(setting) as StoredSpeech;
  return stored.apiKey !== null && isLost(ownerOf(stored), stored.apiKey) ? [stored.baseUrl ?? stored.provider] : [];
}

/** A key opens nothing at another address. */
function ownerOf({ provider, baseUrl }: StoredSpeech): string {
  return `speech ${provider} ${baseUrl ?? ""}`;
}
