/** Where the data is: in the folder of this machine, or in a store that several machines share. */
import type { Alarms } from "../../actors/alarms/alarms.ts";
import type { Blobs } from "../../actors/files/blobs.ts";
import type { DataLock } from "../../actors/store/data-lock.ts";
import type { WorkspaceCopies } from "../../actors/store/pages/workspaces.ts";
import type { Directory } from "../../gateway/directory/directory.ts";
import type { HttpHandler } from "../../gateway/http/message.ts";
import type { Listening } from "../base/listening.ts";
import type { OpenSigning } from "../base/signing-key.ts";
import type { OpenOptions } from "../directory/directory.ts";
import type { Cluster } from "./cluster-shape.ts";

export interface Storage {
  readonly openDirectory: (options: OpenOptions) => Promise<Directory>;
  readonly openAlarms: (lock: DataLock) => Promise<Alarms>;
  /** What signs cursors and links. */
  readonly openSigning: (directory: Directory) => Promise<OpenSigning>;
  /** The server, which listens; what answers is to be said in the same turn of the event loop. Once only. */
  readonly listen: () => Promise<Listening>;
  /** Recordings, to be played. */
  readonly media: Pick<Blobs, "read">;
  /** Where the files of workspaces are, too; undefined on one machine. */
  readonly copies: WorkspaceCopies | undefined;
  /** Undefined where this node owns everything. */
  readonly cluster?: Cluster;
  /** Whether no other node can own the data yet. */
  readonly isHeld: () => boolean;
  /** Answers as the handler does, as long as that is so. */
  readonly whileHeld: (handler: HttpHandler) => HttpHandler;
}
