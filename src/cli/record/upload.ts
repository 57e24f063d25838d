/** Uploads an audio file in parts, and resumes where the service has it after a break: tus 1.0.0. */
import { jsonIn } from "../../schema/json-text.ts";
import { DayshiftError, toError } from "../../client/errors.ts";
import { platform } from "../../client/ports.ts";
import { withRetries } from "../../client/retry.ts";
import type { SourceFile } from "../ports/machine.ts";

export interface UploadParts {
  readonly stream: { readonly url: string; readonly token: string };
  readonly file: SourceFile;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Bytes that are on the service's disk. */
  readonly onProgress: (bytes: number) => void;
  /** Ends it; what is on the service's disk stays there. */
  readonly signal: AbortSignal;
}

/** Bytes of one request. */
const partBytes = 4 << 20;
/** Attempts in a row without success, over some minutes. */
const retries = 10;
const bodyType = "application/offset+octet-stream";

/** Resolves when the service has all of it. Rejects with DayshiftError, or with fetch's error when the break does not end, or the abort reason. */
export async function upload({ stream, file, sleep, onProgress, signal }: UploadParts): Promise<void> {
  const ports = { ...platform, sleep };
  const trying = <T>(attempt: () => Promise<T>): Promise<T> =>
    withRetries({ retries, ports, signal, isRepeatable: true }, attempt);
  let hasSentAll = false;

  const send = async (
    method: string,
    headers: Record<string, string>,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<number> => {
    const all = { authorization: `Bearer ${stream.token}`, "tus-resumable": "1.0.0", ...headers };
    const answer = await fetch(stream.url, { method, headers: all, redirect: "manual", signal, ...(body && { body }) });
    const text = await answer.text();
    if (!answer.ok) throw toError(answer, jsonIn(text));
    return Number(answer.headers.get("upload-offset"));
  };

  /** Where the service has come to. */
  const announce = async (): Promise<number> => {
    try {
      return await send("POST", { "upload-length": String(file.size) });
    } catch (error) {
      // The last part came and ended the upload; its answer was lost.
      if (hasSentAll && error instanceof DayshiftError && error.code === "resource_conflict") return file.size;
      throw error;
    }
  };

  const append = async (from: number): Promise<number> => {
    const body = file.read(from, Math.min(partBytes, file.size - from));
    hasSentAll = from + body.byteLength === file.size;
    try {
      return await send("PATCH", { "upload-offset": String(from), "content-type": bodyType }, body);
    } catch (error) {
      if (!(error instanceof DayshiftError) || error.code !== "resource_conflict") throw error;
      // Bytes of a request that broke off may come after the service said how far it was: it is asked once more, and says so
      // when there is nothing to continue with.
      throw new Error(error.message, { cause: error });
    }
  };

  let offset = await trying(announce);
  onProgress(offset);
  while (offset < file.size) {
    let known: number | null = offset;
    offset = await trying(async () => {
      const from: number = known ?? (await announce());
      known = null;
      return from < file.size ? append(from) : from;
    });
    onProgress(offset);
  }
}
