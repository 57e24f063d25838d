/** A process that opens the file of a workspace as version 1.0.0 left it, which migrates it, and says what it found. */
import { workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore } from "../../../src/actors/store/store.ts";
import { chooseTestDriver } from "../../helpers/driver.ts";
import { idOf } from "../../helpers/old-workspace.ts";

const [file = "", version = ""] = process.argv.slice(2);
chooseTestDriver();
const pool = createPool({ maxIdle: 0 });
const store = openStore({ file, workspaceId: idOf(Number(version)), pool, migrations: workspaceMigrations() });
const titles = store.read((sql) => sql.all("SELECT title FROM todos")).map(([title]) => title);
process.stdout.write(JSON.stringify(titles));
store.close();
pool.close();
