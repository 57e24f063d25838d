/** How the service reaches people: by e-mail, and by the push services of their browsers. */
import { createMailer, type SmtpMailer } from "../actors/mail/smtp.ts";
import type { Clock } from "../actors/runtime/ports.ts";
import type { Directory } from "../gateway/directory/directory.ts";
import { postPublicly } from "../gateway/oauth/clients/fetch-document.ts";
import { createPushSender, type PostNote } from "../gateway/push/sender.ts";
import type { Configuration } from "./base/configuration.ts";
import type { Log } from "./base/log.ts";
import type { Links } from "./gateway.ts";

export interface MailerParts {
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly log: Log;
  /** The way to push services, in place of the internet. */
  readonly postNote?: PostNote | undefined;
}

/** Connects to nobody yet. */
export function openMailer(
  { configuration: { smtpUrl, mailFrom }, clock, log, postNote: post = postPublicly }: MailerParts,
  links: Links,
  directory: Directory,
): SmtpMailer {
  const ways = { publicUrl: () => links.origin, clock, log: log.write };
  const push = createPushSender({ ...ways, directory, post });
  return { ...createMailer({ ...ways, url: smtpUrl, from: mailFrom }), push };
}
