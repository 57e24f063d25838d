/** A process that makes the file of a workspace, and says how that failed, if it did. */
import { ensureWorkspaceFile } from "../../../src/actors/store/migrate.ts";
import { migrations, workspaceId } from "./fixture.ts";

const [dataDir = ""] = process.argv.slice(2);
try {
  ensureWorkspaceFile(dataDir, workspaceId, migrations);
} catch (error) {
  process.stdout.write(String(error));
}
