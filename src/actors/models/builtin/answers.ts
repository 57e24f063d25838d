/** What the engine says when it does not act. It never passes for a language model. */

const SKILLS = [
  "- **Create**: `add a todo to call Ana tomorrow`, `todo: pay rent on 1 May !!`, `add these todos:` and a list",
  "- **Look**: `what is due this week`, `what is next`, `show urgent todos`, `what is in list Groceries`, `find todos about invoices`, `what did I finish today`, `more`",
  "- **Finish**: `mark call Ana as done`, `complete 1 and 3` (numbers of the last list), `I finished the report`, `reopen the report`",
  "- **Change**: `rename X to Y`, `set priority of X to high`, `due date of X to Friday`, `move X to list Home`, `start X`",
  "- **Tidy**: `archive X`, `restore X`, `show archived todos`, `create a list called Home`, `rename list A to B`, `show my lists`, `summary`",
].join("\n");

export const help = `I am a fixed rules engine, not a language model. I understand short, plain sentences about todos:\n\n${SKILLS}`;

export const greeting =
  "Hello! I keep the todos of this workspace. Say `what is open` to look, or `help` for what I understand.";

export const thanks = "You are welcome.";

export const notUnderstood =
  "I am a fixed rules engine, not a language model, so I cannot work on this. Nothing was changed.\n\n" +
  `What I understand are short, plain sentences about todos:\n\n${SKILLS}\n\n` +
  "For open-ended work, whoever runs this server can connect a language model by setting `DAYSHIFT_MODEL`, for example " +
  "`openai-compatible:<model>` with `DAYSHIFT_MODEL_BASE_URL`, or `openai:<model>` or `anthropic:<model>` with `DAYSHIFT_MODEL_API_KEY`.";

/** For whoever was told already what the engine is. */
export const notUnderstoodAgain = "I did not understand that. Say `help` to see what I can do.";

/** How an answer begins that tells what the engine is. */
export const introduction = "I am a fixed rules engine, not a language model";

export const noUndo =
  "I can not undo by myself. What was archived comes back with `restore <title>`, what was completed with `reopen <title>`; " +
  "a name, day, priority or list can be set again. Nothing was changed.";

export const stopped =
  "I stopped here: what came back does not fit what I asked for. Please say again what you would like me to do.";

export const nothingMeant =
  "I do not know which todo you mean. Name it by a few words of its title, or ask `what is open` first.";

export const noTitle = "What should the todo say? For example `add a todo to call Ana tomorrow`.";

export const noTodos =
  "Which ones? Write each on a line of its own, or say for example `add todos: milk, eggs and bread`. Nothing was created.";

/** `task` is what was to be repeated, `day` a first day for it, as a person would say them. */
export function noRepeat(task: string, day: string): string {
  return `I can not make todos that repeat: a schedule is set on the todo itself, through the API (\`schedule\`). Nothing was created. What I can do is one: \`add a todo to ${task}${day}\`.`;
}

export const noSchedule = "It does not repeat by itself: setting a schedule is beyond my rules.";

export const oneAtATime =
  "I change todos one by one, or by their numbers in a list (`archive 1 and 3`). Nothing was changed.";

/** The engine lacks a tool: the credential's scopes or the agent's setting do not give it. */
export function missingTool(name: string): string {
  return `I would need \`${name}\` for that, and I have no permission to use it here. Nothing was changed. Someone with that permission can do it, or start me with it.`;
}
