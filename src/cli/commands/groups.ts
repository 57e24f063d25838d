/** The groups of commands: what each is about, and what it shows when nothing else is asked for. */
import type { Command } from "commander";
import { usage } from "../ports/failure.ts";

/** Below which heading of the help, and in which words. */
const groups: Readonly<Record<string, readonly [heading: string, about: string]>> = {
  todos: ["Work:", "Todos, their runs and their schedules"],
  "todo-lists": ["Work:", "Todo lists"],
  chats: ["Work:", "Chats with agents"],
  attachments: ["Work:", "Images, to send with a message: dayshift chat --image"],
  agents: ["Work:", "Agents, with their skills, tools and versions"],
  skills: ["Work:", "Skills of all agents"],
  captures: ["Work:", "Notes and recordings"],
  tags: ["Work:", "Tags of notes and recordings"],
  approvals: ["Work:", "What agents ask before they change something"],
  notifications: ["Work:", "What you were notified of"],
  search: ["Work:", "Search everything: dayshift search Ana"],
  calendar: ["Work:", "What is due and what schedules run, day by day"],
  occurrences: ["Work:", "The times of all schedules"],
  schedules: ["Work:", 'What a schedule means: dayshift schedules "every 1st"'],
  "calendar-links": ["Work:", "Links for calendar programs"],
  imports: ["Work:", "Todos and lists from elsewhere, as a body in JSON"],
  "record-changes": ["Work:", "The history of changes, as `log` and `undo` use it"],
  audit: ["Work:", "Whether the history is intact"],
  snapshot: ["Work:", "All that is active, for programs"],
  minutes: ["Work:", "What agents have used this month"],
  usage: ["Work:", "What language models have used"],
  profile: ["You and others:", "Your name, and the workspace you begin in"],
  session: ["You and others:", "Who is signed in"],
  sessions: ["You and others:", "Where you are signed in"],
  "second-factor": ["You and others:", "Codes of an authenticator app at sign-in"],
  oidc: ["You and others:", "OpenID Connect: your accounts at a sign-in provider"],
  "api-keys": ["You and others:", "API keys, for programs"],
  "connected-apps": ["You and others:", "Connected apps, which you allowed in the browser"],
  workspaces: ["You and others:", "Workspaces, their members and invitations"],
  "notification-preferences": ["You and others:", "How you are notified"],
  "push-key": ["You and others:", "The key of notes to browsers"],
  "push-subscriptions": ["You and others:", "Browsers that get notes"],
  "mcp-servers": ["You and others:", "Outside servers, whose tools agents may use (MCP)"],
  model: ["The service:", "Who answers: the language model"],
  "agent-models": ["The service:", "Models that agents can be given"],
  speech: ["The service:", "Who turns speech into text: the speech server"],
  service: ["The service:", "Name, version and addresses of the service"],
  capabilities: ["The service:", "What the service can do"],
};

/** The same in a shorter word. */
const aliases: Readonly<Record<string, string>> = { "api-keys": "keys", "todo-lists": "lists" };

/** Reads without an id that a group stands for when no command of it is named, the first that it has. */
const reads = ["list", "get", "search", "list-all", "preview", "verify", "get-info", "list-provider-identities"];

/** Whether the group without a command means this one. */
export function isStandard(verb: string, ids: readonly string[]): boolean {
  return ids.length === 0 && reads.includes(verb);
}

/** Adds the groups, in the order of the help; they are empty yet. */
export function addGroups(program: Command): void {
  for (const name of Object.keys(groups)) groupOf(program, name);
}

/** The command of a group, made when it is asked for first. */
export function groupOf(program: Command, name: string): Command {
  const known = program.commands.find((command) => command.name() === name);
  if (known !== undefined) return known;
  const [heading, about] = groups[name] ?? ["For programs:", name];
  const group = program.command(name).description(about).helpGroup(heading);
  const alias = aliases[name];
  return alias === undefined ? group : group.alias(alias);
}

/**
 * Refuses words that nothing is expected at. `takesWords`: behind its ids the command takes any. A group of several commands takes none
 * where one of them is to be named: the words would be taken for what is looked for.
 */
export function refuseStray(command: Command, ids: number, takesWords: boolean): void {
  const { args, parent } = command;
  if (parent === null || args.length === 0) return;
  const isNamed = [command.name(), ...command.aliases()].includes(parent.args[0] ?? "");
  if (!isNamed && parent.commands.length > 1) {
    const names = parent.commands.map((one) => one.name()).join(", ");
    throw usage(`There is no command "${args[0] ?? ""}" of ${parent.name()}.`, `There are: ${names}.`);
  }
  if (takesWords || args.length <= ids) return;
  throw usage(
    `Nothing more was expected behind "${args.slice(0, ids).join(" ") || command.name()}"; got "${args.slice(ids).join(" ")}".`,
    `dayshift ${parent.name()} ${command.name()} --help shows what it takes.`,
  );
}
