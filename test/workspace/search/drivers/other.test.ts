/** The tests of the search once more, on the library that is not the default: it has another FTS5. */
import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { defaultDriver } from "../../../../src/actors/store/drivers/names.ts";
import { chooseTestDriver } from "../../../helpers/driver.ts";

process.env["DAYSHIFT_SQLITE_DRIVER"] = defaultDriver === "libsql" ? "node" : "libsql";

const folder = join(dirname(fileURLToPath(import.meta.url)), "..");
chooseTestDriver();
for (const file of globSync("*.test.ts", { cwd: folder }).sort()) await import(pathToFileURL(join(folder, file)).href);
