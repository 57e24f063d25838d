/** Acts an intent out. All that it asks for is looked up first: where a todo or a list is not clear, nothing is done at all. */
import { nothingMeant, notUnderstood } from "../shared/answers.ts";
import type { Turn } from "../shared/conversation.ts";
import type { ChangeIntent, Draft, Intent } from "../shared/intents.ts";
import type { Play } from "../shared/play.ts";
import { already, callOf, matterOf, report } from "./change.ts";
import { creationOf, creationReport, listInTitle, verifyDraft } from "./create.ts";
import { findTodos, type Scene } from "./find.ts";
import { undoLast } from "./undo.ts";
import { findList, listLists, listTodos, showLists, showMore } from "./look.ts";

export interface Stage extends Scene {
  /** The turns before the current one. */
  readonly turns: readonly Turn[];
}

/** The play of an intent, at its start. */
export function* perform(intent: Intent, stage: Stage): Play {
  switch (intent.kind) {
    case "create":
      return yield* create(intent.drafts, intent.isCertain, stage);
    case "change":
      return yield* change(intent, stage);
    case "list":
      return yield* listTodos(intent.filter, stage.present);
    case "lists":
      return yield* showLists();
    case "undo":
      return yield* undoLast();
    case "more":
      return yield* showMore(stage.turns, stage.present);
    case "say":
      return intent.text;
    case "pick":
      break;
  }
  return notUnderstood;
}

function* create(drafts: readonly Draft[], isCertain: boolean, { said, present }: Stage): Play {
  const [draft] = drafts;
  if (draft === undefined) return notUnderstood;
  const checked = isCertain ? ((yield* listInTitle(drafts)) ?? drafts) : yield* verifyDraft(draft, said);
  if (typeof checked === "string") return checked;
  return creationReport(checked, yield creationOf(checked), present);
}

function* change(intent: ChangeIntent, stage: Stage): Play {
  const { reference, change: wanted, mayBeMatter } = intent;
  const todos = yield* findTodos(reference, wanted, stage);
  if (typeof todos === "string") return todos;
  const [todo] = todos;
  if (mayBeMatter && todo !== undefined) return matterOf(wanted, todo);
  const list = wanted.kind === "list" ? findList((yield [listLists])[0], wanted.listName) : null;
  if (typeof list === "string") return list;
  const due = todos.filter((each) => !already(each, wanted));
  const outcomes = due.length === 0 ? [] : yield due.map((each) => callOf(each, wanted, list));
  const lines = todos.map((before) => {
    const outcome = outcomes[due.indexOf(before)] ?? null;
    return report({ change: wanted, before, outcome, list }, stage.present);
  });
  return lines.length > 1 ? lines.map((line) => `- ${line}`).join("\n") : (lines[0] ?? nothingMeant);
}
