/** What opening the storage of the data takes. */
import type { Clock, Ids } from "../../actors/runtime/ports.ts";
import type { PageStore } from "../../actors/store/pages/port.ts";
import type { S3Access } from "../backup/target/target.ts";
import type { Configuration } from "../base/configuration.ts";
import type { Log } from "../base/log.ts";

export interface StorageParts {
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Version of the time-zone data (`process.versions.tz`). */
  readonly zoneData: string;
  /** Access to buckets: of finished recordings. */
  readonly bucketAccess?: S3Access | null;
  /** In place of the configured one. */
  readonly pageStore?: PageStore;
  /** Called when it is in doubt whether this node still owns the data: nothing may be answered from then on. */
  readonly onLost: (error: Error) => void;
}
