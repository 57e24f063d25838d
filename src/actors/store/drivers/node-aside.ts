/** Connections of node:sqlite in a thread of their own, made with the first of them; it keeps no process alive. */
import { Worker } from "node:worker_threads";
import type { SqlRow } from "../../../workspace/protocol/sql.ts";
import { asset } from "../../files/assets.ts";
import type { Aside } from "./driver.ts";
import { numbered } from "./result-codes.ts";

interface Reply {
  readonly id: number;
  readonly inTransaction: boolean;
  readonly rows?: readonly SqlRow[];
  readonly failure?: { readonly message: string; readonly errcode?: number };
}

type Act = "open" | "exec" | "all" | "close";
type Settle = PromiseWithResolvers<Reply>;

/** Opens connections in its thread. What is asked for is done one after the other, in the order of asking. */
export function createAsides(): (path: string) => Aside {
  const waiting = new Map<number, Settle>();
  let thread: Worker | null = null;
  let ids = 0;
  let connections = 0;

  function end(error: Error): void {
    thread = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function start(): Worker {
    const worker = new Worker(asset("actors/store/drivers/aside-worker.js").toString(), { eval: true, execArgv: [] });
    worker.on("message", (reply: Reply) => {
      waiting.get(reply.id)?.resolve(reply);
      waiting.delete(reply.id);
      if (waiting.size === 0) worker.unref();
    });
    worker.on("error", (error) => end(error instanceof Error ? error : new Error(String(error))));
    worker.on("exit", (status) => end(new Error(`The thread of the files ended with ${status}.`)));
    return worker;
  }

  async function ask(act: Act, number: number, text = ""): Promise<Reply> {
    thread ??= start();
    const id = ++ids;
    const settle = Promise.withResolvers<Reply>();
    waiting.set(id, settle);
    thread.ref();
    thread.postMessage({ id, act, number, text }, []); // nothing is transferred, all is copied
    return settle.promise;
  }

  return (path) => {
    const number = ++connections;
    let inTransaction = false;
    const opened = ask("open", number, path).then(checked);
    opened.catch(() => undefined); // the first that is asked of it says so

    async function done(act: Act, text?: string): Promise<Reply> {
      await opened;
      const reply = await ask(act, number, text);
      inTransaction = reply.inTransaction;
      return checked(reply);
    }

    return {
      get inTransaction() {
        return inTransaction;
      },
      exec: async (text) => void (await done("exec", text)),
      all: async (text) => (await done("all", text)).rows ?? [],
      close: async () => void (await ask("close", number)),
    };
  };
}

function checked(reply: Reply): Reply {
  if (reply.failure === undefined) return reply;
  const { message, errcode } = reply.failure;
  throw numbered(Object.assign(new Error(message), { errcode }));
}
