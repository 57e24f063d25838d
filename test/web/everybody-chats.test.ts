/** For everybody: the screens of chats and requests, and what lies over a screen. */
import { testForEverybody } from "./helpers/everybody.ts";
import { parts } from "./helpers/screens.ts";

await testForEverybody(parts.chats);
