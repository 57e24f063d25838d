/** The context of a read. */
import type { Caller } from "../../schema/caller.ts";
import type { Context, Scan } from "../../workspace/protocol/context.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";

interface Asked {
  readonly newId: () => string;
  readonly clock: () => number;
  readonly scan: Scan;
}

/** The context of one read; it notes whether the time was asked for. */
export class ReadContext implements Context {
  readonly sql: Sql;
  declare readonly now: number;
  readonly newId: () => string;
  readonly caller: Caller;
  readonly scan: Scan;
  readonly secondsLeft = null;
  readonly acting = null;
  /** The answer depends on the time, too. */
  asksTime = false;
  readonly #clock: () => number;

  constructor(sql: Sql, caller: Caller, { newId, clock, scan }: Asked) {
    this.sql = sql;
    this.newId = newId;
    this.caller = caller;
    this.scan = scan;
    this.#clock = clock;
    Object.defineProperty(this, "now", ReadContext.#time);
  }

  /** Defined on the object itself, so that copying the context counts as asking. One getter is shared: one for each object takes five times as long. */
  static readonly #time: PropertyDescriptor & ThisType<ReadContext> = {
    enumerable: true,
    get() {
      this.asksTime = true;
      return this.#clock();
    },
  };
}
