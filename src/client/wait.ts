/** Waiting for an agent by looking, about once a second. */
import type { Message } from "../schema/chat.ts";
import type { Ports, WaitOptions } from "./options.ts";
import type { Client, Waited } from "./types.ts";

const onItsWay: readonly string[] = ["queued", "running"];

/** The chat once it is not queued or running any more, with its messages after the given one. */
export async function waitForChat(
  client: Pick<Client, "getChat" | "each">,
  ports: Ports,
  chatId: string,
  { signal, afterSequence = 0, everyMs = 1000 }: WaitOptions = {},
): Promise<Waited> {
  const options = signal === undefined ? {} : { signal };
  let chat = await client.getChat({ chatId }, options);
  while (onItsWay.includes(chat.status)) {
    await ports.sleep(everyMs, signal);
    chat = await client.getChat({ chatId }, options);
  }
  const messages: Message[] = [];
  for await (const message of client.each.listMessages({ chatId, afterSequence, limit: 100 }, options)) {
    messages.push(message);
  }
  return { chat, messages };
}
