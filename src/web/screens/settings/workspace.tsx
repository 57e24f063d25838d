/** The name of the workspace, which its owners change. */
import type { TargetedSubmitEvent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useStore, useValue } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Part } from "./part.tsx";

export function Workspace({ workspaceId }: { readonly workspaceId: string }) {
  const store = useStore();
  const session = useValue(store.session);
  const isOwner = useIsOwner(workspaceId);
  const [problem, setProblem] = useState<string | null>(null);
  const name = session.kind === "in" ? session.workspaces.find(({ id }) => id === workspaceId)?.name : undefined;
  const [draft, setDraft] = useState<string | null>(null);
  const save = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    store.renameWorkspace(draft ?? "").then(
      () => (setDraft(null), setProblem(null)),
      (error: unknown) => setProblem(describe(error)),
    );
  };
  const isChanged = draft !== null && draft.trim() !== "" && draft !== name;
  return (
    <Part id="workspace" title={words.settings.workspace}>
      <form onSubmit={save}>
        <label className="field">
          <span>{words.settings.workspaceName}</span>
          <input
            dir="auto"
            maxLength={200}
            readOnly={!isOwner}
            value={draft ?? name ?? ""}
            onInput={(event) => setDraft(event.currentTarget.value)}
          />
        </label>
        {!isOwner && <p className="soft">{words.settings.ownersOnly}</p>}
        {problem !== null && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        {isChanged && (
          <p className="buttons">
            <button type="submit" className="primary">
              {words.save}
            </button>
          </p>
        )}
      </form>
    </Part>
  );
}

/** Whether the person owns it; not, until the service has said so. */
function useIsOwner(workspaceId: string): boolean {
  const { client, session } = useStore();
  const [isOwner, setOwner] = useState(false);
  useEffect(() => {
    client.listMembers({ workspaceId }).then(
      ({ data }) => {
        const { value } = session;
        const userId = value.kind === "in" ? value.user.id : null;
        setOwner(data.some(({ id, role }) => id === userId && role === "owner"));
      },
      () => setOwner(false),
    );
  }, [workspaceId]);
  return isOwner;
}
