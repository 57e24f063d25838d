/**
 * Large content of a workspace that does not belong into its rows, one piece by the id of its capture: audio. Where it lies is
 * the host's business.
 */

export interface Blobs {
  /** Length in bytes; null when there is none. */
  size(workspaceId: string, id: string): Promise<number | null>;
  /** Opens it for writing; an empty one is made, durably, when there is none. One writer at a time. */
  open(workspaceId: string, id: string): Promise<BlobWriter>;
  /** The bytes from `start` up to `end`, in pieces of at most 64 KB; fewer when it is shorter or is erased in the meantime. */
  read(workspaceId: string, id: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** Says that it is finished: nobody is going to write to it, so that it may be moved to where it is kept. */
  finish(workspaceId: string, id: string): Promise<void>;
  /** Writes zeros over it and takes it away, durably. Nothing happens when there is none. */
  erase(workspaceId: string, id: string): Promise<void>;
}

export interface BlobWriter {
  /** Length in bytes. */
  readonly size: number;
  /**
   * Puts the parts one after the other from that position on; durable when it resolves. When it rejects (the disk is full or
   * failing) the length is what it was, as far as the disk lets it.
   */
  write(position: number, parts: readonly Uint8Array[]): Promise<void>;
  /** The bytes from `start` up to `end`; fewer when it is shorter. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Cuts off what stands behind, durably. */
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
}
