/** What the engine says when it does not act. It never passes for a language model. */
import { shorten } from "../../shared/text.ts";

const SKILLS = [
  "- **List and find**: `what is due this week`, `show urgent todos`, `what is in list Groceries`, `find invoice`, `show my lists`, `more`",
  "- **Create**: `add a todo to call Ana tomorrow`, `todo: pay rent on 1 May !!`, `add these todos:` and a line for each",
  "- **Complete**: `complete call Ana`, `mark 1 and 3 as done` (numbers of the last list), `I finished the report`, `reopen the report`",
  "- **Change one field**: `rename X to Y`, `set priority of X to high`, `due date of X to Friday`, `move X to list Home`, `start X`, `archive X`, `restore X`",
  "- **Undo**: `undo that` takes back what your last message changed; said again, what the one before it did",
].join("\n");

const MODEL =
  "Open-ended work needs a language model. The operator of this service chooses one in the app, under Settings, or with `dayshift setup`; or names it " +
  "in `DAYSHIFT_MODEL`, for example `openai-compatible:<model>` with `DAYSHIFT_MODEL_BASE_URL`, or `openai:<model>` with `DAYSHIFT_MODEL_API_KEY`.";

/** How an answer begins that says what the engine is. */
export const introduction = "I am a fixed rules engine, not a language model";

export const help = `${introduction}. I understand short, plain sentences about todos:\n\n${SKILLS}\n\n${MODEL}`;

export const greeting =
  "Hello! I look after the todos of this workspace. Say `what is open` to look, or `help` for what I understand.";

export const thanks = "You are welcome.";

/** The message came with images. */
export const cannotLook = "I cannot look at images: only a language model can. What your words say, I read.";

/** None of the message is understood: what the engine is, and what it takes. */
export const notUnderstood = `${introduction}, so I cannot work on this. Nothing was changed.\n\nWhat I understand are short, plain sentences about todos:\n\n${SKILLS}\n\n${MODEL}`;

/** For a caller who has read already what the engine is. */
export const notUnderstoodAgain = "I did not understand that. Say `help` to see what I can do.";

export const stopped =
  "I stopped here: what came back does not fit what I asked for. Please say again what you would like me to do.";

export const nothingMeant =
  "I do not know which todo you mean. Name it by a few words of its title, or ask `what is open` first.";

export const noTitle = "What should the todo say? For example `add a todo to call Ana tomorrow`.";

export const noTodos = "Which ones? Write each on a line of its own below that. Nothing was created.";

export const noRepeat =
  "I cannot make todos that repeat: a schedule is set on the todo itself (`schedule`). Nothing was created.";

export const oneAtATime =
  "I change todos one by one, or by their numbers in a list (`archive 1 and 3`). Nothing was changed.";

export const nothingDone = "All right. Nothing was changed.";

/** Part of a message is understood, and part of it is not: nothing of it is done. */
export function understoodOnly(known: string, unknown: string): string {
  return `I understand “${shorten(known, 80)}”, but not “${shorten(unknown, 80)}”. Nothing was changed. Say one thing at a time, or put a title in quotes.`;
}

/** A message is one request. */
export function twoRequests(one: string, other: string): string {
  return `“${shorten(one, 80)}” and “${shorten(other, 80)}” are two requests. Nothing was changed. Say one thing at a time.`;
}

export const openQuotes =
  "There is a quotation mark that begins and does not end. Nothing was changed. Please say it again.";

/** Words of a title that may as well be meant as something else. */
export function unclearTitle(words: string): string {
  return `I am not sure what “${shorten(words, 80)}” means here. Nothing was changed. If it belongs to the title, put the title in quotes.`;
}

/** A question that has the words of a request. */
export function notAsked(words: string): string {
  return `I cannot tell whether that is a question. Nothing was changed. To have it done say \`${shorten(words, 80)}\`.`;
}

/** A text where a day was expected. */
export function noDay(text: string): string {
  return `I do not understand “${shorten(text, 60)}” as a day from today on. Nothing was changed. Say for example \`Friday\` or \`2026-05-01\`.`;
}

/** The engine lacks a tool: the credential's scopes or the agent's setting do not give it. */
export function missingTool(name: string): string {
  return `I would need \`${name}\` for that, and I have no permission to use it here. Nothing was changed. Someone with that permission can do it, or start me with it.`;
}
