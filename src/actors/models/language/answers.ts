/** Asks a provider until it answers, or is given up: each try is heard, and recorded. */
import type { Clock, ModelReply, Speech } from "../../runtime/ports.ts";
import { type Prompt, ask, checkReply } from "./ask.ts";
import type { SdkModel } from "./provider.ts";
import { recordedCall } from "./recorded-call.ts";
import { type RawReply, toReply } from "./reply.ts";
import { withRetries } from "./retry.ts";
import { createSpoken } from "./spoken.ts";

export interface LanguageModelOptions {
  /** `<provider>:<model>`. */
  readonly name: string;
  /** Milliseconds for which a provider may be silent. */
  readonly timeout: number;
  /** Characters that fit into one request. */
  readonly window: number;
  /** How often a request that failed is made again. */
  readonly retries: number;
}

/** Who listens to a request, if anybody does. */
export type Heard = { readonly [Name in keyof Speech]?: Speech[Name] | undefined };

interface Asking {
  readonly sdkModel: SdkModel;
  readonly options: LanguageModelOptions;
  readonly heard: Heard;
}

/** What was said in a try that failed is void. */
async function askOnce({ sdkModel, options, heard }: Asking, prompt: Prompt, signal: AbortSignal): Promise<RawReply> {
  const { say, restart, onCall } = heard;
  const spoken = say === undefined || restart === undefined ? undefined : createSpoken({ say, restart });
  let reply: RawReply | null = null;
  try {
    reply = await ask(sdkModel, prompt, signal, spoken);
    checkReply(reply, prompt);
    return reply;
  } catch (error) {
    restart?.();
    throw error;
  } finally {
    onCall?.(recordedCall(options, prompt, reply));
  }
}

/** What answers a prompt; rejects with ModelFailure, or the reason of the signal. */
export function createAnswers(options: LanguageModelOptions, sdkModel: SdkModel, clock: Clock) {
  return async (prompt: Prompt, signal: AbortSignal, heard: Heard): Promise<ModelReply> => {
    const trying = { clock, signal, timeout: options.timeout, retries: options.retries };
    const asking = { sdkModel, options, heard };
    return toReply(await withRetries(trying, (limited) => askOnce(asking, prompt, limited)));
  };
}
