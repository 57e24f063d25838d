/**
 * Questions and answers between two threads, or two machines, in both directions. All that is said in one turn of the event loop goes
 * over in one message; a question can be called off; refusals cross as data and come out as ApiError.
 */
import { ApiError, type ApiErrorData } from "../../schema/errors.ts";

/** Answers a question of the other side; `signal` is aborted when the other side called it off. */
export type Serve = (method: string, args: readonly unknown[], signal: AbortSignal) => unknown;

/** The end of a connection, such as a MessagePort or a Worker. What is sent is copied as `structuredClone` does. */
export interface Port {
  /** Throws when it cannot be copied. Nothing is ever transferred. */
  postMessage(batch: unknown, transfer: never[]): void;
  on(event: "message", listener: (batch: readonly Message[]) => void): unknown;
}

export interface Channel {
  /** Rejects with what the other side threw. An aborted signal is passed on; the answer is waited for all the same. */
  ask(method: string, args: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
  /** Refuses what is still open, with this error, and all that comes; calls off what the other side had asked. */
  close(error: Error): void;
}

type Message =
  | { readonly type: "ask"; readonly id: number; readonly method: string; readonly args: readonly unknown[] }
  | { readonly type: "callOff"; readonly id: number }
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "refuse"; readonly id: number; readonly error: ErrorData };

/** A refusal, or a failure with what the operating system or SQLite calls it; and what caused it. */
type ErrorData = (ApiErrorData | FailureData) & { readonly cause?: ErrorData };

interface FailureData {
  readonly code: null;
  readonly message: string;
  readonly stack: string | undefined;
  readonly names: Readonly<Record<string, string | number>>;
}

interface Open {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly stopListening: () => void;
}

export function createChannel(port: Port, serve: Serve): Channel {
  const send = createOutbox(port, (message, error) => undeliverable(message, error));
  const open = new Map<number, Open>();
  const served = new Map<number, AbortController>();
  let asked = 0;
  let closedBy: Error | null = null;

  const settle = (id: number, how: (question: Open) => void): void => {
    const question = open.get(id);
    if (question === undefined) return;
    open.delete(id);
    question.stopListening();
    how(question);
  };

  const undeliverable = (message: Message, error: unknown): void => {
    if (message.type === "answer") send({ type: "refuse", id: message.id, error: toErrorData(error) });
    else settle(message.id, ({ reject }) => reject(fromErrorData(toErrorData(error))));
  };

  const answer = async (id: number, method: string, args: readonly unknown[]): Promise<void> => {
    const controller = new AbortController();
    served.set(id, controller);
    try {
      send({ type: "answer", id, value: await serve(method, args, controller.signal) });
    } catch (error) {
      send({ type: "refuse", id, error: toErrorData(error) });
    } finally {
      served.delete(id);
    }
  };

  const receive = (message: Message): void => {
    switch (message.type) {
      case "ask":
        void answer(message.id, message.method, message.args);
        return;
      case "callOff":
        served.get(message.id)?.abort();
        return;
      case "answer":
        settle(message.id, ({ resolve }) => resolve(message.value));
        return;
      case "refuse":
        settle(message.id, ({ reject }) => reject(fromErrorData(message.error)));
    }
  };
  port.on("message", (batch: readonly Message[]) => batch.forEach(receive));

  return {
    ask(method, args, signal) {
      if (closedBy !== null) return Promise.reject(closedBy);
      const id = ++asked;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const callOff = (): void => send({ type: "callOff", id });
      open.set(id, { resolve, reject, stopListening: () => signal?.removeEventListener("abort", callOff) });
      send({ type: "ask", id, method, args });
      if (signal?.aborted) callOff();
      else signal?.addEventListener("abort", callOff, { once: true });
      return promise;
    },
    close(error) {
      closedBy = error;
      for (const id of open.keys()) settle(id, ({ reject }) => reject(error));
      for (const controller of served.values()) controller.abort();
    },
  };
}

/** Collects the messages of one turn of the event loop; one that cannot be copied is handed back and spoils no other. */
function createOutbox(
  port: Port,
  undeliverable: (message: Message, error: unknown) => void,
): (message: Message) => void {
  let outbox: Message[] = [];
  const post = (batch: readonly Message[]): void => {
    try {
      port.postMessage(batch, []); // nothing is transferred, all is copied
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only !== undefined) undeliverable(only, error);
      else for (const message of batch) post([message]);
    }
  };
  const flush = (): void => {
    const batch = outbox;
    outbox = [];
    post(batch);
  };
  return (message) => {
    if (outbox.push(message) === 1) setImmediate(flush);
  };
}

function toErrorData(error: unknown): ErrorData {
  if (!(error instanceof Error)) return { code: null, message: String(error), stack: undefined, names: {} };
  const data = error instanceof ApiError ? error.toData() : toFailureData(error);
  return error.cause instanceof Error ? { ...data, cause: toErrorData(error.cause) } : data;
}

function toFailureData(error: Error): FailureData {
  const names = Object.entries(error).filter(([key]) => key === "code" || key === "rawCode");
  return { code: null, message: error.message, stack: error.stack, names: Object.fromEntries(names) };
}

function fromErrorData(data: ErrorData): Error {
  const error = data.code === null ? fromFailureData(data) : ApiError.from(data);
  if (data.cause !== undefined) error.cause = fromErrorData(data.cause);
  return error;
}

function fromFailureData({ message, stack, names }: FailureData): Error {
  const error = Object.assign(new Error(message), names);
  if (stack !== undefined) error.stack = stack;
  return error;
}
