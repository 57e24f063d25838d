/** Somebody removed the person from the workspace that is shown. */
import type { State } from "../base/signal.ts";
import { words } from "../words/index.ts";
import type { Notices } from "./notices.ts";

type Session =
  | { readonly kind: "unknown" | "out" }
  | {
      readonly kind: "in";
      readonly workspaceId: string;
      readonly workspaces: readonly { readonly id: string; readonly name: string }[];
    };

/** As much of a store as is needed. */
interface Left {
  readonly session: { readonly value: Session };
  readonly notices: Notices;
  leave(workspaceId: string): Promise<Pick<Left, "notices"> | null>;
}

/** Nothing of the workspace stays. They are in another one of theirs, else signed out; either says why. */
export async function wasRemoved(
  store: Left,
  session: Pick<State<{ readonly kind: "out"; readonly reason: string }>, "set">,
): Promise<void> {
  const { value } = store.session;
  if (value.kind !== "in") return;
  const { workspaceId, workspaces } = value;
  const reason = words.workspaces.removed(workspaces.find(({ id }) => id === workspaceId)?.name ?? "");
  const next = await store.leave(workspaceId);
  if (next === null) session.set({ kind: "out", reason });
  else next.notices.show({ text: reason, isProblem: true });
}
