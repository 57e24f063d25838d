/** First segments of the paths of the app: what the service answers with its page, and where its screens are. */
export const places = [
  "inbox",
  "today",
  "todos",
  "lists",
  "chats",
  "captures",
  "agents",
  "schedules",
  "search",
  "settings",
  "setup",
  "sign-in",
  "invitation",
  "reset-password",
] as const;

export type Place = (typeof places)[number];
