/** The service in one process after the other, on the same files, with the same scripted provider. */
import type { TestContext } from "node:test";
import type { scripted } from "../actors/models/scripted-server.ts";
import { type RunningService, startService } from "../bench/service.ts";

/** Answers a function that starts the next life, which ends with the test at the latest. `more`: further settings. */
export function createLives(
  t: TestContext,
  dataDir: string,
  { baseUrl }: Pick<Awaited<ReturnType<typeof scripted>>, "baseUrl">,
  more: Readonly<Record<string, string>> = {},
): () => Promise<RunningService> {
  const env = {
    DAYSHIFT_MODEL: "openai-compatible:scripted",
    DAYSHIFT_MODEL_BASE_URL: baseUrl,
    DAYSHIFT_MODEL_API_KEY: "sk-scripted",
    ...more,
  };
  return async () => {
    const service = await startService({ dataDir, env });
    t.after(() => service.kill());
    return service;
  };
}
