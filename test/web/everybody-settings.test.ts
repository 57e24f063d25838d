/** For everybody: the screens of captures, agents, schedules and settings. */
import { testForEverybody } from "./helpers/everybody.ts";
import { parts } from "./helpers/screens.ts";

await testForEverybody(parts.settings);
