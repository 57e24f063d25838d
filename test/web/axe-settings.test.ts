/** For everybody: axe objects to nothing on the screens of captures, agents, schedules and settings. */
import { testByAxe } from "./helpers/axe.ts";
import { parts } from "./helpers/screens.ts";

await testByAxe(parts.settings);
