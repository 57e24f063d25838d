/** In which encoding a client takes an answer, and long answers compressed. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { HttpRequest, HttpResponse } from "./message.ts";
import { large } from "./pieces.ts";

/** Below so many characters the header alone would eat what is saved. */
const least = 2048;
/** Most of what the best level saves, at a third of its time. */
const level = 5;

const zip = promisify(gzip);
/** Long answers that are compressed at once; one that would have to wait, and be held in the meantime, goes out as it is. */
const maxZipping = 2;
let zipping = 0;

/** The answer as it goes out: compressed where it is a long text and the client takes it. */
export function compressed(request: HttpRequest, response: HttpResponse): HttpResponse | Promise<HttpResponse> {
  const { body } = response;
  if (typeof body !== "string") return response;
  const headers = { ...response.headers, Vary: "Accept-Encoding" };
  if (body.length < least || !takes("gzip", request.header("accept-encoding"))) return { ...response, headers };
  const isCounted = body.length > large;
  if (isCounted && zipping >= maxZipping) return { ...response, headers };
  if (isCounted) zipping += 1;
  return zip(body, { level })
    .finally(() => {
      if (isCounted) zipping -= 1;
    })
    .then((bytes) => ({ ...response, headers: { ...headers, "Content-Encoding": "gzip" }, body: bytes }));
}

/** The best first. */
const codings = ["br", "gzip"] as const;
export type Encoding = (typeof codings)[number] | "identity";

/** The best encoding that a client takes. */
export function chosenEncoding(acceptEncoding: string | undefined): Encoding {
  return codings.find((coding) => takes(coding, acceptEncoding)) ?? "identity";
}

/** True for a client that names the coding, or everything, with a weight above 0 (RFC 9110 §12.5.3). */
export function takes(wanted: (typeof codings)[number], acceptEncoding = ""): boolean {
  const offers = acceptEncoding
    .toLowerCase()
    .split(",")
    .map((offer) => offer.split(";").map((part) => part.trim()));
  const offer = offers.find(([coding]) => coding === wanted) ?? offers.find(([coding]) => coding === "*");
  return offer !== undefined && !/^q=0(?:\.0{0,3})?$/.test(offer[1] ?? "");
}
