/** The recordings of one open workspace: who sends to which, one connection at a time, and when a silent one ends. */
import { conflict, stopping } from "../../schema/errors.ts";
import { endRecording, runningRecording } from "../../workspace/captures/recordings.ts";
import { type AudioFormat, findRecording, setFormat, setHeard } from "../../workspace/recordings/queries.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";
import type { Blobs } from "../files/blobs.ts";
import type { Mailbox } from "../mailbox/mailbox.ts";
import { toSoundFailure, toWriteFailure } from "../store/failures.ts";
import type { Access, Clock, Ids } from "../runtime/ports.ts";
import type { Ending, Progress } from "./asks.ts";
import { createAttendance } from "./attendance.ts";
import { openWriter } from "./open-writer.ts";
import { createSession, type Session } from "./session.ts";
import type { Batch } from "./writers/writer.ts";

export interface RecordingsParts {
  readonly workspaceId: string;
  readonly mailbox: Pick<Mailbox, "read" | "write" | "onCommit">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly access: Access;
  readonly blobs: Blobs;
  readonly report: (what: string, error: unknown) => void;
  /** Makes sure, before anything is written, that a crash is followed by a look at this workspace. */
  readonly watch: () => Promise<void> | null;
}

export interface Recordings {
  /** A new connection, in place of the one before. Throws 403, 404 or 409. */
  open(captureId: string, format: AudioFormat, resumeFromMs: number | null): Promise<Session>;
  /** The connection of that name. Throws 409 when it is over. */
  session(captureId: string, id: string): Session;
  /** The batch is durable when it resolves; the recording ends with the one that fills it. */
  append(session: Session, batch: Batch): Promise<void>;
  /** Ends the recording after what was sent. */
  stop(session: Session): Promise<Progress>;
  /** Has what was sent written, and notes how much there is: of that recording, or of all. Null when nobody sends. */
  settle(captureId?: string): Promise<void> | null;
  /** The client has gone; the recording waits for it. */
  leave(session: Session): Promise<void>;
  /** Ends the connection and acts alone with the file, so that nobody writes to it in the meantime. */
  alone<T>(captureId: string, ending: Ending, action: () => Promise<T>): Promise<T>;
  /** Acts alone with the file unless somebody sends to it. */
  unlessLive(captureId: string, action: () => Promise<unknown>): Promise<void>;
  /** True while somebody is connected, or connects. */
  readonly isBusy: boolean;
  /** Ends all connections; nobody can connect from here on. */
  close(): Promise<void>;
}

export function createRecordings(parts: RecordingsParts): Recordings {
  const { mailbox, clock } = parts;
  const live = new Map<string, Session>();
  const locks = createLocks();
  let isClosed = false;
  /** Connections that are being opened. */
  let opening = 0;

  const write: Write = async (action) => {
    await parts.watch();
    await mailbox.write(action);
  };

  const attendance = createAttendance({ ...parts, write });
  const onTrouble = (error: unknown): void => parts.report("A recording could not be closed properly.", error);
  /** Nobody waits for these: a disk that fails must not end more than the connection. */
  const closed = (session: Session, ending: Parameters<Session["end"]>[0]): Promise<void> =>
    session.end(ending).catch(onTrouble);

  /** A connection ends with its recording, no matter who ended that. */
  const endWithRecording = (session: Session): void => {
    if (session.isOver || isRunning(mailbox, session.captureId)) return;
    void closed(session, () => endingOf(mailbox, session));
  };

  const begin = async (captureId: string, format: AudioFormat, resumeFromMs: number | null): Promise<Session> => {
    await live.get(captureId)?.end({ type: "replaced" });
    const session = await openSession(parts, write, captureId, { format, resumeFromMs });
    if (isClosed) {
      await session.end({ type: "closing" });
      throw stopping();
    }
    live.set(captureId, session);
    const stopLooking = mailbox.onCommit(() => endWithRecording(session));
    void session.over.then(() => {
      stopLooking();
      if (live.get(captureId) === session) live.delete(captureId);
    });
    attendance.begin(session);
    return session;
  };

  const end = async (session: Session, why: "stopped" | "limit"): Promise<void> => {
    const { captureId } = session;
    await write((sql) => endRecording({ sql, now: clock.now() }, captureId, why, session.receivedMs));
    await session.end(() => endingOf(mailbox, session));
  };

  const settle = async (session: Session): Promise<void> => {
    await Promise.race([session.flush.run(), session.over]);
    if (!session.isOver) await attendance.note(session, true);
  };

  return {
    async open(captureId, format, resumeFromMs) {
      await attendance.admit(captureId);
      return locks.alone(captureId, async () => {
        if (isClosed) throw stopping();
        opening += 1;
        try {
          return await begin(captureId, format, resumeFromMs);
        } finally {
          opening -= 1;
        }
      });
    },
    session(captureId, id) {
      const session = live.get(captureId);
      if (session?.id === id && !session.isOver) return session;
      throw conflict("This connection is over: connect again to continue the recording.");
    },
    async append(session, batch) {
      session.hear(clock.now());
      await session.append(batch).catch((error: unknown) => {
        throw toSoundFailure(error);
      });
      if (session.isFull && !session.isOver) await end(session, "limit");
    },
    async stop(session) {
      await session.append({ bytes: new Uint8Array(0), sizes: [] });
      await end(session, "stopped");
      return { receivedMs: session.receivedMs };
    },
    settle(captureId) {
      const sessions = [...live.values()].filter((session) => (captureId ?? session.captureId) === session.captureId);
      return sessions.length === 0 ? null : Promise.all(sessions.map(settle)).then(() => undefined);
    },
    async leave(session) {
      await session.end({ type: "closing" });
      await attendance.note(session, false);
    },
    alone: (captureId, ending, action) =>
      locks.alone(captureId, async () => {
        await live.get(captureId)?.end(ending);
        return action();
      }),
    unlessLive: (captureId, action) =>
      locks.alone(captureId, async () => {
        if (!live.has(captureId)) await action();
      }),
    get isBusy() {
      return live.size + opening > 0;
    },
    async close() {
      isClosed = true;
      const sessions = [...live.values()];
      await Promise.all(sessions.map((session) => closed(session, { type: "closing" })));
      await Promise.all(sessions.map((session) => attendance.note(session, false).catch(onTrouble)));
    },
  };
}

type Write = (action: (sql: Sql) => void) => Promise<void>;

/** A connection to a recording that still runs, noted with its format. Throws 404 or 409. */
async function openSession(
  { workspaceId, mailbox, clock, ids, blobs }: RecordingsParts,
  write: Write,
  captureId: string,
  { format, resumeFromMs }: { readonly format: AudioFormat; readonly resumeFromMs: number | null },
): Promise<Session> {
  const { recording } = mailbox.read((sql) => runningRecording(sql, captureId));
  if (recording.format !== null) requireSame(recording.format, format);
  const blob = await blobs.open(workspaceId, captureId).catch((error: unknown) => {
    throw toWriteFailure(error);
  });
  const writer = await openWriter(blob, captureId, format, resumeFromMs);
  const session = createSession(writer, {
    id: ids.uuid(),
    captureId,
    clock,
    isUpload: format.encoding === "file",
  });
  try {
    await write((sql) => {
      runningRecording(sql, captureId);
      setFormat(sql, captureId, format);
      setHeard(sql, captureId, { at: clock.now(), receivedMs: session.receivedMs, isLive: true });
    });
  } catch (error) {
    await session.end({ type: "replaced" });
    throw error;
  }
  return session;
}

/** A file that cannot be read at the moment says nothing: the recording is looked at after the next commit. */
function isRunning(mailbox: RecordingsParts["mailbox"], captureId: string): boolean {
  try {
    return mailbox.read((sql) => findRecording(sql, captureId)?.endedWhy === null);
  } catch {
    return true;
  }
}

/** Why a connection is over whose recording no longer runs. Of a file that cannot be read only that the connection ends is known. */
function endingOf(mailbox: RecordingsParts["mailbox"], { captureId, receivedMs }: Session): Ending {
  try {
    const recording = mailbox.read((sql) => findRecording(sql, captureId));
    return { type: "stopped", reason: recording?.endedWhy ?? "erased", receivedMs };
  } catch {
    return { type: "closing" };
  }
}

function requireSame(before: AudioFormat, now: AudioFormat): void {
  for (const name of ["encoding", "sampleRate", "channels"] as const) {
    if (before[name] === now[name]) continue;
    throw conflict(`The recording began with ${name} ${before[name]}: continue with the same, not ${now[name]}.`, name);
  }
}

export interface Locks {
  /** Runs the action when the ones before it for the same key have ended, however they ended. */
  alone<T>(key: string, action: () => T | Promise<T>): Promise<T>;
}

function createLocks(): Locks {
  const last = new Map<string, Promise<unknown>>();
  return {
    alone(key, action) {
      const turn = (last.get(key) ?? Promise.resolve()).then(action);
      const ended = turn
        .catch(() => undefined)
        .then(() => {
          if (last.get(key) === ended) last.delete(key);
        });
      last.set(key, ended);
      return turn;
    },
  };
}
