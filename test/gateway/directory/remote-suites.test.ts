/** What the directory promises, it promises on a remote server as well: the same suites once more, with a server in between. */
import { describe } from "node:test";
import { keepDirectoriesRemote } from "./helpers.ts";

keepDirectoriesRemote();

describe("on a remote server", async () => {
  await import("./accounts.test.ts");
  await import("./keys.test.ts");
  await import("./lookup.test.ts");
  await import("./minutes.test.ts");
});
