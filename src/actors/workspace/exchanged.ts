/** What a host asks elsewhere, and what can be exchanged while it runs. */
import type { ModelConfig } from "../models/shared/config.ts";
import type { TranscribeConfig } from "../transcription/config.ts";

export interface Exchanged {
  /** From now on that model answers. Rejects, and nothing changes, when its configuration is wrong. */
  useModel(config: ModelConfig): Promise<void>;
  /** From now on that speech server is asked, or none. Rejects, and nothing changes, when its configuration is wrong. */
  useSpeech(config: TranscribeConfig): Promise<void>;
}

/** What is left out stays as it is: exchanging it is refused. */
export function exchangedBy({ useModel = refuse, useSpeech = refuse }: Partial<Exchanged>): Exchanged {
  return { useModel, useSpeech };
}

function refuse(): Promise<void> {
  return Promise.reject(new Error("What this host asks is not exchanged."));
}
