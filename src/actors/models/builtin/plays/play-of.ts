/** Which play acts out which intent. */
import { notUnderstood } from "../answers.ts";
import type { Intent } from "../intents.ts";
import type { Play } from "../play.ts";
import { type ChangeScene, changeTodos } from "./change.ts";
import { createTodos } from "./create.ts";
import { listTodos } from "./look.ts";
import { createList, showAgents, showLists } from "./records.ts";
import { summarise } from "./summary.ts";

/** The play of an intent, at its start. */
export function playOf(intent: Intent, scene: ChangeScene): Play {
  switch (intent.kind) {
    case "create":
      return createTodos(intent.drafts, intent.unsure, scene.said, scene.present);
    case "change":
      return changeTodos(intent.target, intent.change, scene);
    case "list":
      return listTodos(intent.filter, scene.present);
    case "summary":
      return summarise(intent.filter, scene.present);
    case "lists":
      return showLists();
    case "createList":
      return createList(intent.name);
    case "agents":
      return showAgents();
    case "say":
    case "pick":
      break;
  }
  return say(intent.kind === "say" ? intent.text : notUnderstood);
}

// oxlint-disable-next-line require-yield -- an answer needs no tool
function* say(text: string): Play {
  return text;
}
