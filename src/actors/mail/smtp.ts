/** E-mails over SMTP. The package is loaded with the first e-mail: a service that sends none pays nothing. */
import type { Clock, Log, Mail, Mailer, MailOutcome } from "../runtime/ports.ts";

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password; null when no e-mails are sent. */
  readonly url: string | null;
  readonly from: string | null;
  /** Origin in links, as it is known by then. */
  readonly publicUrl: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface SmtpMailer extends Mailer {
  /** Calls off what is being sent; its outcome is then a failure that is not final. */
  close(): void;
}

/** Milliseconds for one e-mail, from the connection to the server's word that it has it. */
const timeLimit = 30_000;

/** The way out that the settings name. A permanent refusal of the server (5xx) is a final failure; anything else may pass. */
export function createMailer({ url, from, publicUrl, clock, log }: SmtpOptions): SmtpMailer {
  const closing = new AbortController();
  return {
    async send(mail) {
      if (url === null || from === null) return { state: "unavailable" };
      const limit = new AbortController();
      const cancelTimer = clock.timer(timeLimit, () => limit.abort());
      try {
        const { createTransport } = await import("nodemailer");
        const transport = createTransport({ url, connectionTimeout: timeLimit, socketTimeout: timeLimit });
        await transport.sendMail({
          from,
          to: { name: "", address: mail.to },
          subject: oneLine(mail.subject),
          text: textOf(mail, publicUrl()),
          messageId: `<${mail.id}@dayshift>`,
          date: new Date(clock.now()),
          headers: { "Auto-Submitted": "auto-generated" },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.any([closing.signal, limit.signal]),
        });
        return { state: "sent" };
      } catch (error) {
        const failure = failureOf(error);
        log("warn", "an e-mail could not be sent", { notificationId: mail.id, ...failure });
        return failure;
      } finally {
        cancelTimer();
      }
    },
    close: () => closing.abort(),
  };
}

function textOf({ text, isAboutAccount = false }: Mail, publicUrl: string): string {
  return isAboutAccount ? `${text}\n` : `${text}\n\n${publicUrl}\n\n${footer}\n`;
}

const footer = "You can switch these e-mails off in your notification preferences.";

/** A header can hold no more than a line: what would end it is a space. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

function failureOf(error: unknown): Extract<MailOutcome, { readonly state: "failed" }> {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  const status = typeof responseCode === "number" ? responseCode : null;
  const reason = [typeof code === "string" ? code : "unknown", ...(status === null ? [] : [String(status)])].join(" ");
  return { state: "failed", isFinal: status !== null && status >= 500, reason };
}
