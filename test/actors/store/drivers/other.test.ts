/** The tests of the store once more, on the library that is not the default. They open no file before all of them are loaded. */
import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chooseTestDriver } from "../../../helpers/driver.ts";
import { defaultDriver } from "../../../../src/actors/store/drivers/names.ts";

process.env["DAYSHIFT_SQLITE_DRIVER"] = defaultDriver === "libsql" ? "node" : "libsql"; // their child processes, too

const folder = join(dirname(fileURLToPath(import.meta.url)), "..");
chooseTestDriver();
for (const file of globSync("*.test.ts", { cwd: folder }).sort()) await import(pathToFileURL(join(folder, file)).href);
