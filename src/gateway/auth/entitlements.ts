/**
 * What stays open ends with the right that opened it: audio channels, uploads, requests that wait, streams. The directory says when
 * somebody leaves a workspace or a credential ends; each of theirs is looked at then.
 */
import type { Caller } from "../../schema/caller.ts";
import { credentialEnded } from "../../schema/ended-credential.ts";
import type { Change } from "../directory/context/context.ts";
import type { Directory } from "../directory/directory.ts";

/** Who opened something, and where. */
export type Opener = Omit<Caller, "scopes">;

/** The right to go on with what is open. */
export interface Entitlement {
  /** Aborted, with 401 as its reason, as soon as the credential no longer opens the workspace. */
  readonly signal: AbortSignal;
  /** It is not open any more. */
  end(): void;
}

export interface Entitlements {
  /** Looks after what this credential has opened, until its end. */
  begin(opener: Opener): Entitlement;
}

/** The entitlements of one gateway. */
export function createEntitlements(directory: Pick<Directory, "onChange" | "currentScopes">): Entitlements {
  const open = new Map<Opener, AbortController>();

  const recheck = async (opener: Opener, controller: AbortController): Promise<void> => {
    const scopes = await directory.currentScopes({ ...opener, scopes: [] });
    if (scopes.length === 0) controller.abort(credentialEnded(opener));
  };

  directory.onChange((change) => {
    for (const [opener, controller] of open) {
      // A directory that cannot be read refuses the next request as well.
      if (concerns(opener, change)) recheck(opener, controller).catch((error: unknown) => controller.abort(error));
    }
  });

  return {
    begin(opener) {
      const controller = new AbortController();
      const own = { ...opener };
      open.set(own, controller);
      return { signal: controller.signal, end: () => void open.delete(own) };
    },
  };
}

function concerns({ userId, workspaceId, credentialId }: Opener, { kind, id }: Change): boolean {
  if (kind === "user") return userId === id;
  return kind === "workspace" ? workspaceId === id : credentialId === id;
}

/** Whom the action is for, as it waits: its signal is aborted when the client goes, or when the credential ends. */
interface Waiting {
  readonly entitlements: Entitlements;
  readonly opener: Opener;
  readonly request: { readonly signal: AbortSignal };
}

/** The action's outcome; rejects with 401 when the credential has ended before. */
export async function whileEntitled<T>(
  { entitlements, opener, request }: Waiting,
  action: (client: { readonly signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const entitlement = entitlements.begin(opener);
  try {
    const outcome = await action({
      get signal() {
        return AbortSignal.any([request.signal, entitlement.signal]);
      },
    });
    entitlement.signal.throwIfAborted();
    return outcome;
  } finally {
    entitlement.end();
  }
}
