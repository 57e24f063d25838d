/** What the groups of operations are about, in the order of the reference page. */
const texts: Readonly<Record<string, string>> = {
  Meta: "What this service is, how it is described, and who the credential belongs to.",
  Todos: "The work: todos, their runs by agents, and their counts.",
  "Todo lists": "Where todos are kept. Every workspace has one default list.",
  Chats:
    "Conversations with agents. The agent works on after the answer: poll the messages, or wait with `waitSeconds`.",
  Agents: "The workers, with standing instructions, skills and working hours.",
  Captures:
    "Recordings and notes, with transcripts and summaries, filed under tags. How audio is sent stands in the description of the app interface.",
  "API keys and connected apps": "Who else may come in. Signed-in people only.",
  Sessions: "Signing in and out, and the first start.",
  Model: "Who answers: the language model of the service. For operators.",
  Speech: "Who turns speech into text: the speech server of the service. For operators.",
  Workspaces: "Workspaces of the signed-in person, and their members.",
  Approvals: "What agents ask before they change something.",
  Minutes: "What agents use of the organization's budget.",
  Sync: "What an app needs that shows a whole workspace and keeps up with it.",
  History: "What was changed, by whom, and undoing it.",
  Imports: "Todos and lists taken over from elsewhere, each once.",
  Notifications: "What the signed-in person was notified of, and how they want to be notified.",
};

/** The tags in use, in order. Throws for a tag without a text. */
export function tagsOf(used: ReadonlySet<string>): { name: string; description: string }[] {
  for (const name of used) if (!(name in texts)) throw new Error(`Expected a text for the tag ${name}.`);
  return Object.entries(texts)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}
