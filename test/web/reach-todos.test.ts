/** By the keyboard alone, in forced colours, and at 320 pixels: the screens of todos, their lists and views. */
import { testByKeyboard } from "./helpers/reach.ts";
import { parts } from "./helpers/screens.ts";

await testByKeyboard(parts.todos);
