/** For everybody: axe objects to nothing on the screens of todos, their lists and views. */
import { testByAxe } from "./helpers/axe.ts";
import { parts } from "./helpers/screens.ts";

await testByAxe(parts.todos);
