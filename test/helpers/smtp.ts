/** A mail server on a port of its own that keeps what it is given, and fails as a test wants it to. Source: RFC 5321. */
import { createServer, type Server, type Socket } from "node:net";

/** The place in the conversation at which it goes wrong: with that reply, by silence, or by a closed connection. */
export interface Fault {
  readonly at: "greeting" | "MAIL" | "RCPT" | "DATA" | "end of data";
  /** A reply, or `silence`, or `close`. */
  readonly reply: string;
}

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** Unfolded, by lower-case name; a repeated one keeps all. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly text: string;
}

export interface SmtpServer {
  readonly url: string;
  readonly mails: readonly Received[];
  /** Conversations that were begun. */
  readonly conversations: number;
  /** What goes wrong in the next conversations, one after the other. */
  fail(...faults: readonly Fault[]): void;
}

/** Listens on the loopback address; closed after the test. */
export async function startSmtp(host: { readonly after: (action: () => Promise<void>) => void }): Promise<SmtpServer> {
  const mails: Received[] = [];
  const faults: Fault[] = [];
  const sockets = new Set<Socket>();
  let conversations = 0;
  const server = createServer((socket) => {
    conversations += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    converse(socket, faults.shift() ?? null, (mail) => mails.push(mail));
  });
  const port = await listen(server);
  host.after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    get conversations() {
      return conversations;
    },
    fail: (...next) => void faults.push(...next),
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

function converse(socket: Socket, fault: Fault | null, keep: (mail: Received) => void): void {
  let buffer = "";
  let data: string | null = null;
  let from = "";
  const to: string[] = [];

  /** Says the usual reply, or what the fault has in its place. */
  const say = (at: Fault["at"], usual: string): void => {
    const reply = fault?.at === at ? fault.reply : usual;
    if (reply === "close") socket.destroy();
    else if (reply !== "silence") socket.write(`${reply}\r\n`);
  };

  const hear = (line: string): void => {
    const word = line.split(/[ :]/, 1)[0]?.toUpperCase() ?? "";
    if (word === "EHLO" || word === "HELO") socket.write("250 test\r\n");
    else if (word === "MAIL") {
      from = addressIn(line);
      say("MAIL", "250 ok");
    } else if (word === "RCPT") {
      to.push(addressIn(line));
      say("RCPT", "250 ok");
    } else if (word === "DATA") {
      if (fault?.at !== "DATA") data = "";
      say("DATA", "354 go on");
    } else if (word === "QUIT") socket.end("221 bye\r\n");
    else socket.write("250 ok\r\n");
  };

  const hearData = (line: string): void => {
    if (line !== ".") {
      data += `${line.startsWith(".") ? line.slice(1) : line}\r\n`;
      return;
    }
    if (fault?.at !== "end of data") keep({ from, to: [...to], ...read(data ?? "") });
    data = null;
    say("end of data", "250 kept");
  };

  socket.on("data", (chunk) => {
    buffer += chunk.toString();
    for (let end = buffer.indexOf("\r\n"); end >= 0; end = buffer.indexOf("\r\n")) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      if (data === null) hear(line);
      else hearData(line);
    }
  });
  say("greeting", "220 test");
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? "";
}

function read(message: string): Pick<Received, "headers" | "text"> {
  const [head = "", ...rest] = message.split("\r\n\r\n");
  const headers = new Map<string, string[]>();
  for (const line of head.replaceAll(/\r\n[ \t]/g, " ").split("\r\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), decodeWords(line.slice(colon + 1).trim())]);
  }
  const body = rest.join("\r\n\r\n");
  const encoding = headers.get("content-transfer-encoding")?.[0];
  return { headers, text: encoding === "quoted-printable" ? decodeQuoted(body) : decodeBase64(body, encoding) };
}

function decodeBase64(body: string, encoding: string | undefined): string {
  return encoding === "base64" ? Buffer.from(body, "base64").toString() : body;
}

function decodeQuoted(text: string): string {
  const joined = text.replaceAll("=\r\n", "");
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** Encoded words of headers (RFC 2047), those that follow one another joined. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === "B" ? Buffer.from(text, "base64").toString() : decodeQuoted(text.replaceAll("_", " ")),
    );
}
