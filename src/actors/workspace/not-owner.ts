/** Says that a workspace is another host's by now; nothing was done. */
export class NotOwner extends Error {
  override readonly name = "NotOwner";
  /** By which it is known when it has crossed to another node. */
  readonly code = notOwner;

  constructor() {
    super("This workspace is owned by another node.");
  }
}

const notOwner = "NOT_OWNER";

/** Whether it says so, here or on another node. */
export function isNotOwner(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === notOwner;
}
