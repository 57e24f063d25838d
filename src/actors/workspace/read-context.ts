/** The context of a read. */
import type { Caller } from "../../schema/caller.ts";
import type { Context } from "../../workspace/protocol/context.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";

/** The context of one read; it notes whether the time was asked for. */
export class ReadContext implements Context {
  readonly sql: Sql;
  declare readonly now: number;
  readonly newId: () => string;
  readonly caller: Caller;
  readonly secondsLeft = null;
  readonly acting = null;
  /** The answer depends on the time, too. */
  asksTime = false;
  readonly #clock: () => number;

  constructor(sql: Sql, caller: Caller, newId: () => string, clock: () => number) {
    this.sql = sql;
    this.newId = newId;
    this.caller = caller;
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
