/** By the keyboard alone, in forced colours, and at 320 pixels: the screens of chats and requests, and what lies over a screen. */
import { testByKeyboard } from "./helpers/reach.ts";
import { parts } from "./helpers/screens.ts";

await testByKeyboard(parts.chats);
