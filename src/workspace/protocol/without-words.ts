/** What is left of an answer when a record in it was erased: its id and its states, without a word of what it said. */

/** The fields of each resource that can be erased in which it says something, as they are when it says nothing. */
const silent: Readonly<Record<string, Readonly<Record<string, null>>>> = {
  todo: { title: null, content: null, scheduleError: null, minutesSavedReason: null },
  chat: { title: null, subtitle: null, errorMessage: null },
};

/** The answer without the words of the record with that id, wherever in the answer it stands. */
export function withoutWords(answer: unknown, id: string): unknown {
  if (Array.isArray(answer)) return answer.map((part) => withoutWords(part, id));
  if (typeof answer !== "object" || answer === null) return answer;
  const parts = Object.entries(answer).map(([name, part]) => [name, withoutWords(part, id)] as const);
  return { ...Object.fromEntries(parts), ...silenced(answer, id) };
}

function silenced(part: object, id: string): object {
  if (!("object" in part) || typeof part.object !== "string") return {};
  if ("id" in part && part.id === id) return silent[part.object] ?? {};
  return part.object === "chat_run" && "chatId" in part && part.chatId === id ? { replies: [] } : {};
}
