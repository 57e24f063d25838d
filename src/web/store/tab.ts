/** The workspace that was chosen in this tab of the browser: the tab begins there when it is loaded again, a new one does not. */
export interface Tab {
  /** Null where none was chosen. */
  read(): string | null;
  write(workspaceId: string): void;
  clear(): void;
}

const name = "dayshift.workspace";

export const browserTab: Tab = {
  read: () => attempt(() => sessionStorage.getItem(name)),
  write: (workspaceId) => void attempt(() => sessionStorage.setItem(name, workspaceId)),
  clear: () => void attempt(() => sessionStorage.removeItem(name)),
};

/** Null where the browser refuses: the tab then begins where the session does. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
