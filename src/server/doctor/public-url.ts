/** Whether the address that links carry leads to this service. */
import { version } from "../base/version.ts";
import { type Finding, fine, note, reasonOf, wrong } from "../base/finding.ts";

const patienceMs = 10_000;

/** Asks the public address who it is; only while the service runs is there anybody to answer. */
export async function checkPublicUrl(publicUrl: string | null, isRunning: boolean): Promise<Finding> {
  if (publicUrl === null) return fine("public URL", "DAYSHIFT_PUBLIC_URL is not set: links carry the listen address.");
  if (!isRunning) {
    return note(
      "public URL",
      `${publicUrl} was not asked: the service does not run.`,
      "Look again while it runs, to see whether the address leads to it.",
    );
  }
  const advice = "Point the reverse proxy at this service, or correct DAYSHIFT_PUBLIC_URL.";
  try {
    const response = await fetch(`${publicUrl}/api/v1/`, { signal: AbortSignal.timeout(patienceMs) });
    const body = (await response.json().catch(() => null)) as { name?: unknown; version?: unknown } | null;
    if (body?.name !== "Dayshift") {
      return wrong("public URL", `Something else answers at ${publicUrl} (${response.status}).`, advice);
    }
    if (body.version !== version) {
      const other = `Dayshift ${String(body.version)} answers at ${publicUrl}; this is ${version}.`;
      return wrong("public URL", other, advice);
    }
    return fine("public URL", `${publicUrl} leads here.`);
  } catch (error) {
    return wrong("public URL", `Nothing answers at ${publicUrl} (${reasonOf(error)}).`, advice);
  }
}
