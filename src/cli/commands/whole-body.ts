/** A body that a command line gives in full: as JSON, from a file or from standard input, or a file that is the body. */
import { jsonIn } from "../../schema/json-text.ts";
import { isRecord } from "../../schema/common.ts";
import type { Operation } from "../../schema/operation.ts";
import type { Flat } from "../../client/request.ts";
import { usage } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import { imageFile } from "./image-file.ts";

interface Given {
  /** Of `--body`. */
  readonly text: unknown;
  /** Of an operation that takes a file. */
  readonly path: unknown;
}

/** The file that the operation takes, else the JSON that was given in full; empty for none. Throws for what is not that. */
export async function wholeBody(io: Io, { bytes }: Operation, given: Given): Promise<Flat> {
  if (bytes !== undefined) return imageFile(io, bytes, String(given.path));
  if (typeof given.text !== "string") return {};
  const text = await textOf(io, given.text);
  const body = jsonIn(text);
  if (!isRecord(body)) throw usage('--body: expected a JSON object, such as \'{"title": "Call Ana"}\'.');
  return body;
}

async function textOf({ stdin, files }: Io, given: string): Promise<string> {
  if (given === "-") return stdin.text();
  return given.startsWith("@") ? files.load(given.slice(1)) : given;
}
