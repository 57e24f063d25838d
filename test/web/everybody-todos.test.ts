/** For everybody: the screens of todos, their lists and views. */
import { testForEverybody } from "./helpers/everybody.ts";
import { parts } from "./helpers/screens.ts";

await testForEverybody(parts.todos);
