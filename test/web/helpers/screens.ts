/** The screens that are looked at: by axe, by the keyboard, and by people as pictures. */
import { agents } from "./screens/agents.ts";
import { captures } from "./screens/captures.ts";
import { chats } from "./screens/chats.ts";
import { entering } from "./screens/entering.ts";
import { evidence } from "./screens/evidence.ts";
import { over } from "./screens/over.ts";
import { requests } from "./screens/requests.ts";
import { schedules } from "./screens/schedules.ts";
import type { Screen } from "./screens/screen.ts";
import { selecting } from "./screens/selecting.ts";
import { settings } from "./screens/settings.ts";
import { today } from "./screens/today.ts";
import { todos } from "./screens/todos.ts";
import { troubles } from "./screens/troubles.ts";
import { views } from "./screens/views.ts";

export type { Screen } from "./screens/screen.ts";

/** In parts, each of which a file of tests looks at: all of them are too many for the quarter of an hour that it has. */
export const parts = {
  todos: [...entering, ...today, ...todos, ...selecting, ...views],
  chats: [...over, ...troubles, ...chats, ...evidence, ...requests],
  settings: [...captures, ...agents, ...schedules, ...settings],
} satisfies Readonly<Record<string, readonly Screen[]>>;

export const screens: readonly Screen[] = Object.values(parts).flat();
