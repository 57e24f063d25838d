/** An answer after a record in it was erased: the id and the states of the record stay, its texts are gone. */

/** The text fields of each resource that can be erased, with their values once erased. */
const emptyTexts: Readonly<Record<string, Readonly<Record<string, null>>>> = {
  todo: { title: null, content: null, scheduleError: null, minutesSavedReason: null },
  chat: { title: null, subtitle: null, errorMessage: null },
};

/** The answer without the texts of the record with that id, wherever it occurs in the answer. */
export function redactedAnswer(answer: unknown, id: string): unknown {
  if (Array.isArray(answer)) return answer.map((part) => redactedAnswer(part, id));
  if (typeof answer !== "object" || answer === null) return answer;
  const parts = Object.entries(answer).map(([name, part]) => [name, redactedAnswer(part, id)] as const);
  return { ...Object.fromEntries(parts), ...redactedTexts(answer, id) };
}

function redactedTexts(part: object, id: string): object {
  if (!("object" in part) || typeof part.object !== "string") return {};
  if ("id" in part && part.id === id) return emptyTexts[part.object] ?? {};
  return part.object === "chat_run" && "chatId" in part && part.chatId === id ? { replies: [] } : {};
}
