/** For everybody: axe objects to nothing on the screens of chats and requests, and what lies over a screen. */
import { testByAxe } from "./helpers/axe.ts";
import { parts } from "./helpers/screens.ts";

await testByAxe(parts.chats);
