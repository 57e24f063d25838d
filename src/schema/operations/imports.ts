/** Taking over todos from elsewhere, in the app interface. */
import { nothing } from "../common.ts";
import { importCreate, importOutcome } from "../import.ts";
import { operation } from "../operation.ts";

export const importOperations = [
  operation({
    id: "createImport",
    method: "POST",
    path: "/imports",
    changes: [
      { kind: "todo", idFrom: "effect" },
      { kind: "todo_list", idFrom: "effect" },
    ],
    tag: "Imports",
    auth: "session",
    home: "workspace",
    summary: "Import todos and lists",
    description:
      "Creates each todo once, whenever and however often it is sent: the id it has in its source is kept with it, in the same transaction. What was imported before is left as it is; what was archived since is skipped; what was erased since is created again. An item that cannot be created is skipped with the reason, and the others are created. New todos are assigned to the signed-in person. Nothing is started by an import.",
    query: nothing,
    body: importCreate,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: importOutcome },
    creates: true,
  }),
] as const;
