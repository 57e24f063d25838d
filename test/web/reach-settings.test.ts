/** By the keyboard alone, in forced colours, and at 320 pixels: the screens of captures, agents, schedules and settings. */
import { testByKeyboard } from "./helpers/reach.ts";
import { parts } from "./helpers/screens.ts";

await testByKeyboard(parts.settings);
