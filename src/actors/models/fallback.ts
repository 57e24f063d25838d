/** Two models: the second is asked where the first cannot be. */
import { type Model, ModelFailure, type OnCall, WindowOverflow } from "../runtime/ports.ts";

/** The first model, with the second behind it; a request fits into both. */
export function withFallback(first: Model, second: Model): Model {
  const either = async <T>(
    signal: AbortSignal,
    ask: (model: Model) => Promise<T>,
    onFailure?: () => void,
  ): Promise<T> => {
    try {
      return await ask(first);
    } catch (error) {
      // A request that is too long is sent again shorter; nobody else reads it better.
      if (!(error instanceof ModelFailure) || error instanceof WindowOverflow || signal.aborted) throw error;
      onFailure?.();
      return ask(second);
    }
  };
  return {
    name: first.name,
    window: Math.min(first.window ?? Infinity, second.window ?? Infinity),
    step: (request, signal, speech) =>
      either(
        signal,
        (model) => model.step(request, signal, speech),
        () => speech?.restart(),
      ),
    describe: (messages, signal, onCall) => either(signal, (model) => model.describe(messages, signal, onCall)),
    estimate: (work, signal, onCall?: OnCall) =>
      either(signal, async (model) => (await model.estimate?.(work, signal, onCall)) ?? null),
    summarise: (source, signal, onCall) => either(signal, (model) => model.summarise(source, signal, onCall)),
  };
}
