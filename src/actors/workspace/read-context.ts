/** What the rule of a read is given. */
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
  /** What is answered follows from the moment, too. */
  asksTime = false;
  readonly #clock: () => number;

  constructor(sql: Sql, caller: Caller, newId: () => string, clock: () => number) {
    this.sql = sql;
    this.newId = newId;
    this.caller = caller;
    this.#clock = clock;
    Object.defineProperty(this, "now", ReadContext.#time);
  }

  /** A property of the object itself, so that a copy of it has asked; one getter for all, as another for each takes five times as long. */
  static readonly #time: PropertyDescriptor & ThisType<ReadContext> = {
    enumerable: true,
    get() {
      this.asksTime = true;
      return this.#clock();
    },
  };
}
