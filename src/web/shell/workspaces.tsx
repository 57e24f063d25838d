/** Whose workspace this is; for a person of several, the way to the others. */
import { go } from "../base/routes.ts";
import { Icon } from "../parts/icons.tsx";
import { type Choice, Menu } from "../parts/menu.tsx";
import { useStore, useValue } from "../parts/use.ts";
import type { WorkspaceName } from "../store/session.ts";
import type { Store } from "../store/store.ts";
import { words } from "../words/index.ts";

/** Workspace and person at the foot of the sidebar. */
export function Who() {
  const store = useStore();
  const session = useValue(store.session);
  if (session.kind !== "in") return null;
  const { user, workspaces, workspaceId } = session;
  const workspace = workspaces.find(({ id }) => id === workspaceId)?.name ?? "";
  const person = user.name === "" ? user.email : user.name;
  const names = (
    <>
      <strong dir="auto">{workspace}</strong>{" "}
      <span className="soft" dir="auto">
        {person}
      </span>
    </>
  );
  if (workspaces.length < 2) return <p className="who">{names}</p>;
  return (
    <Menu
      label={words.workspaces.named(workspace, person)}
      className="who"
      choices={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={workspaceId}
      onChoose={(id) => enterWorkspace(store, id)}
    >
      <span className="names">{names}</span>
      <Icon name="down" />
    </Menu>
  );
}

/** The other workspaces of the person, to choose in a menu of places. */
export function useOtherWorkspaces(): readonly Choice<string>[] {
  const session = useValue(useStore().session);
  if (session.kind !== "in") return [];
  return session.workspaces
    .filter(({ id }) => id !== session.workspaceId)
    .map(({ id, name }) => ({
      value: id,
      label: words.workspaces.switchTo(name),
      mark: <Icon name="switch" />,
    }));
}

/** Goes to Today of that workspace. */
export function enterWorkspace(store: Store, workspaceId: string): void {
  const session = store.session.value;
  if (session.kind !== "in" || session.workspaceId === workspaceId || !mayLeave(store)) return;
  go("/today");
  store.switchTo(workspaceId);
}

/** Shows what the address names in that workspace, and says so. */
export function followTo(store: Store, { id, name }: WorkspaceName): void {
  if (!mayLeave(store)) return;
  store.switchTo(id).notices.show({ text: words.workspaces.found(name), isProblem: false });
}

/** Not while this page records, which it says: the recording belongs to the workspace that is shown. */
function mayLeave({ recording, notices }: Store): boolean {
  if (recording.value === null) return true;
  notices.show({ text: words.workspaces.recording, isProblem: true });
  return false;
}
