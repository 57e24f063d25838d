/** Signing in with the browser: the person decides there, the answer comes back to a port of this machine. Source: RFC 8252. */
import { CliFailure, exitCodes } from "../ports/failure.ts";
import type { Io, Listening, Shown } from "../ports/io.ts";
import { pages } from "./page.ts";
import {
  type Attempt,
  beginAttempt,
  callbackPath,
  decisionAddress,
  findServer,
  readDecision,
  redeem,
  type Server,
  type Tokens,
} from "./server.ts";

/** Milliseconds that a person has to decide. */
const patience = 5 * 60_000;

export interface Allowed extends Tokens {
  readonly clientId: string;
}

/** Lets a person allow these scopes in the browser. Rejects when they do not, or not in time. */
export async function signInByBrowser(io: Io, url: string, scopes: readonly string[]): Promise<Allowed> {
  const server = await findServer(url);
  const attempt = await beginAttempt(server, `Dayshift command line (${io.hostName})`);
  const { promise: decided, resolve, reject } = Promise.withResolvers<URLSearchParams>();
  const judge = (address: URL): Shown => {
    if (address.pathname !== callbackPath) return pages.unknown;
    if (address.searchParams.get("state") !== attempt.state) return pages.foreign;
    try {
      resolve(readDecision(server, attempt, address));
      return pages.allowed;
    } catch (error) {
      reject(error);
      return pages.refused;
    }
  };
  const listening = await listen(io, judge);
  try {
    const redirectUri = listening.origin + callbackPath;
    invite(io, decisionAddress(server, attempt, redirectUri, scopes));
    const decision = await inTime(io, decided, readPasted(io, judge, redirectUri));
    return await finish(server, attempt, decision, redirectUri);
  } finally {
    listening.close();
  }
}

async function finish(server: Server, attempt: Attempt, decision: URLSearchParams, uri: string): Promise<Allowed> {
  return { ...(await redeem(server, attempt, decision, uri)), clientId: attempt.clientId };
}

async function listen(io: Io, judge: (address: URL) => Shown): Promise<Listening> {
  try {
    return await io.listen(judge);
  } catch (error) {
    throw new CliFailure(
      `The browser cannot answer here: no port of 127.0.0.1 is free (${(error as Error).message}).`,
      exitCodes.error,
      "Sign in without it: dayshift login --password",
    );
  }
}

function invite(io: Io, address: string): void {
  const isOpen = io.openBrowser(address);
  io.stderr.write(`${isOpen ? "The browser opens. If it does not, open" : "Open"} this address in a browser:

  ${address}

When it is on another machine, the last page cannot be loaded there: copy its address from the browser, and paste it here.
`);
}

/** The decision, from whichever comes first; rejects when neither does in time. */
async function inTime(io: Io, decided: Promise<URLSearchParams>, pasted: Promise<never>): Promise<URLSearchParams> {
  const waiting = new AbortController();
  const late = io.sleep(patience, waiting.signal).then(
    () => null,
    () => null,
  );
  try {
    const decision = await Promise.race([decided, pasted, late]);
    if (decision !== null) return decision;
    throw new CliFailure(
      `Nobody decided in the browser within ${patience / 60_000} minutes.`,
      exitCodes.credential,
      "Try again: dayshift login; without a browser: dayshift login --password",
    );
  } finally {
    waiting.abort();
  }
}

/** Takes addresses that the person brings from the browser of another machine; what they say goes the way of a visit. */
async function readPasted(io: Io, judge: (address: URL) => Shown, redirectUri: string): Promise<never> {
  for (;;) {
    const line = (await io.stdin.line(""))?.trim();
    if (line === undefined) return Promise.withResolvers<never>().promise;
    if (line === "" || (URL.canParse(line) && judge(new URL(line)).status === 200)) continue;
    io.stderr.write(`That is not the answer. Its address begins with ${redirectUri}?\n`);
  }
}
