/**
 * What reading tools answer is made few at a time, and credentials take turns: one answer can be of many megabytes, and takes several
 * times that while it is made. From where it is on its way to the client it is counted with all that is not read.
 */
import { ApiError } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import type { HttpResponse } from "../http/message.ts";
import { createQueue, type Queue } from "../auth/queue.ts";

/** Of the reading tools of a service. */
export function createMakingQueue(): Queue {
  const { credential, service } = limits.waitingMcpAnswers;
  return createQueue(
    { atOnce: limits.mcpAnswers.service.max, waitingOfKey: credential.max, waiting: service.max },
    { message: "Too many calls wait for an answer. Call again in a second.", retryAfter: 1 },
  );
}

/** The answers to the messages of one POST. */
export interface Making {
  /** Makes an answer of so many characters when it is its turn. Rejects with 429 when too many wait, or when several are too long together. */
  read<Answer>(make: () => Promise<Answer>, lengthOf: (answer: Answer) => number): Promise<Answer>;
  /** The same response, which is on its way when its client takes it. */
  respond(response: Promise<HttpResponse>): Promise<HttpResponse>;
}

export interface Asking {
  readonly credentialId: string;
  /** Several answers wait for each other. */
  readonly isAlone: boolean;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

export function createMaking(queue: Queue, { credentialId, isAlone, signal }: Asking): Making {
  let leaveQueue: (() => void) | null = null;
  let characters = 0;
  let isOver = false;

  const onItsWay = (): void => {
    leaveQueue?.();
    leaveQueue = null;
  };
  const end = (): void => {
    isOver = true;
    onItsWay();
  };
  signal.addEventListener("abort", end, { once: true });

  const parts = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const part of body) {
        onItsWay();
        yield part;
      }
    } finally {
      end();
    }
  };

  return {
    async read(make, lengthOf) {
      onItsWay(); // who reads twice for one answer does not wait for themselves
      const leave = await queue.enter(credentialId);
      try {
        if (signal.aborted) throw gone();
        const answer = await make();
        const together = characters + lengthOf(answer);
        if (!isAlone && together > limits.mcpAnswersTogether.each.max) throw tooLong();
        characters = together;
        if (isAlone && !isOver) leaveQueue = leave;
        return answer;
      } finally {
        if (leaveQueue !== leave) leave();
      }
    },
    async respond(response) {
      try {
        const answer = await response;
        if (answer.body instanceof ReadableStream) return { ...answer, body: ReadableStream.from(parts(answer.body)) };
        end();
        return answer;
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}

/** Nobody reads it. */
function gone(): ApiError {
  return new ApiError("rate_limit_exceeded", "The client left before it was its turn.");
}

function tooLong(): ApiError {
  const message =
    "The answers to the messages of this request are too long together: make this call in a request of its own.";
  return new ApiError("rate_limit_exceeded", message, { headers: { "retry-after": "1" } });
}
