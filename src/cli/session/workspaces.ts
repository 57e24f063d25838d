/** The workspace that a person means: by its name, or by its id. */
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import { plain } from "../output/text.ts";
import { usage } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import { createApi } from "./api.ts";
import type { Active } from "./profiles.ts";

interface Workspace {
  readonly id: string;
  readonly name: string;
}

const wholeId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The one of that id, or else of that name, in whatever case. Throws when there is none, or several have the name. */
export function workspaceNamed<One extends Workspace>(workspaces: readonly One[], wanted: string): One {
  const name = wanted.trim().toLowerCase();
  const byId = workspaces.filter(({ id }) => id === name);
  const [only, ...others] = byId.length > 0 ? byId : workspaces.filter((one) => one.name.toLowerCase() === name);
  if (only === undefined)
    throw usage(
      `There is no workspace ${plain(wanted)}.`,
      `There are: ${workspaces.map((one) => plain(one.name)).join(", ")}.`,
    );
  if (others.length > 0)
    throw usage(
      `Several workspaces are called ${plain(wanted)}: name one by its id.`,
      [only, ...others].map(({ id }) => id).join(", "),
    );
  return only;
}

/** The same profile, its workspace by the id where a name was given. A key or an app has its own, whatever is named. */
export async function inWorkspace(io: Io, profile: Active): Promise<Active> {
  const { workspaceId: wanted } = profile;
  if (wanted === null || wholeId.test(wanted)) return profile;
  if (!profile.token.startsWith("dss_")) return { ...profile, workspaceId: null };
  const api = createApi(io, profile.url, { ...profile, workspaceId: null });
  const { data } = (await api.call(operationById("listWorkspaces"))) as OutputOf<"listWorkspaces">;
  return { ...profile, workspaceId: workspaceNamed(data, wanted).id };
}
