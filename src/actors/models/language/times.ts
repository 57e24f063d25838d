/**
 * What time it is, in the messages: what a person said begins with when it was, and a result of another day says so. In the standing
 * instructions it would change what every request begins with, and no provider could reuse it.
 */
import type { ModelMessage } from "../../runtime/ports.ts";
import { localTime } from "../../turns/local-time.ts";

/** The messages with their times, as it was then in that zone. */
export function withTimes(messages: readonly ModelMessage[], timezone: string): ModelMessage[] {
  let day = "";
  return messages.map((message) => {
    if (message.role === "assistant" || message.at === undefined) return message;
    const time = localTime(message.at, timezone);
    const isSameDay = day === dayOf(time);
    day = dayOf(time);
    if (message.role === "user") return { ...message, text: `[${time}] ${message.text}` };
    return isSameDay ? message : { ...message, results: message.results.map((result) => dated(result, time)) };
  });
}

type Result = Extract<ModelMessage, { role: "tool" }>["results"][number];

function dated(result: Result, time: string): Result {
  return { ...result, content: `${result.content}\n[It is now ${time}]` };
}

function dayOf(time: string): string {
  return time.slice(0, time.lastIndexOf(" "));
}
