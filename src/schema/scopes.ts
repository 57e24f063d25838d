/** Scopes of a credential. */

export const scopes = [
  "todos:read",
  "todos:write",
  "chats:read",
  "chats:write",
  "agents:read",
  "agents:write",
  "captures:read",
  "captures:write",
] as const;

export type Scope = (typeof scopes)[number];

interface ScopeText {
  readonly title: string;
  readonly description: string;
  readonly sensitive: boolean;
}

export const scopeTexts: Readonly<Record<Scope, ScopeText>> = {
  "todos:read": {
    title: "Read todos",
    description: "Read todos and lists, assignees, schedules and run history.",
    sensitive: false,
  },
  "todos:write": {
    title: "Change todos",
    description: "Create, update, archive, restore and delete todos and lists; start agent runs on a todo.",
    sensitive: false,
  },
  "chats:read": {
    title: "Read chats",
    description: "Read chats and all messages, including tool calls.",
    sensitive: false,
  },
  "chats:write": {
    title: "Talk to agents",
    description: "Start chats, send messages, cancel, archive, restore and delete chats.",
    sensitive: false,
  },
  "agents:read": {
    title: "Read agents",
    description: "Read agents with their instructions, skills and working hours.",
    sensitive: false,
  },
  "agents:write": {
    title: "Change agents",
    description: "Create agents; change instructions, permissions, skills and hours; archive and restore.",
    sensitive: false,
  },
  "captures:read": {
    title: "Read captures",
    description:
      "Read captures in full: transcript, notes and summary; and what agents made of them, in chats and todos.",
    sensitive: true,
  },
  "captures:write": {
    title: "Change captures",
    description: "Create notes, start and stop recordings, edit captures and tags, archive, restore and delete.",
    sensitive: false,
  },
};

interface Preset {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly scopes: readonly Scope[];
}

/** Ready-made choices for a new key. */
export const scopePresets: readonly Preset[] = [
  {
    id: "read_only",
    name: "Read only",
    description: "Reads todos, chats and agents; no captures.",
    scopes: ["todos:read", "chats:read", "agents:read"],
  },
  {
    id: "task_automation",
    name: "Task automation",
    description: "Reads and changes todos, and talks to agents.",
    scopes: ["todos:read", "todos:write", "chats:read", "chats:write", "agents:read"],
  },
  {
    id: "capture_ingest",
    name: "Capture ingest",
    description: "Sends notes and recordings in, and cannot read them back.",
    scopes: ["captures:write"],
  },
  { id: "full_access", name: "Full access", description: "Everything a key can do.", scopes },
];
