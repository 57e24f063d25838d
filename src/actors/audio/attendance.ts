/** Looks after the connections of recordings: notes what was heard of each, ends the silent ones and those that may no more. */
import { ApiError } from "../../schema/errors.ts";
import { endRecording, noteMs, runningRecording, silenceMs } from "../../workspace/captures/recordings.ts";
import { setHeard } from "../../workspace/recordings/queries.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";
import type { Mailbox } from "../mailbox/mailbox.ts";
import type { Access, Clock } from "../runtime/ports.ts";
import type { Session } from "./session.ts";

export interface AttendanceParts {
  readonly mailbox: Pick<Mailbox, "read">;
  readonly clock: Clock;
  readonly access: Access;
  readonly report: (what: string, error: unknown) => void;
  readonly write: (action: (sql: Sql) => void) => Promise<void>;
}

export interface Attendance {
  /** Throws 403 when the credential that opened the recording may not record any more, 404 or 409 when it does not run. */
  admit(captureId: string): Promise<void>;
  /** Notes how much there is of the recording. */
  note(session: Session, isLive: boolean): Promise<void>;
  /** Looks after the connection until it is over. */
  begin(session: Session): void;
}

export function createAttendance({ mailbox, clock, access, report, write }: AttendanceParts): Attendance {
  const admit = async (captureId: string): Promise<void> => {
    const { recording } = mailbox.read((sql) => runningRecording(sql, captureId));
    const scopes = await access.currentScopes(recording.caller);
    if (scopes.includes("captures:write")) return;
    throw new ApiError("missing_scope", "The credential that opened this recording lacks captures:write by now.");
  };

  const note = async (session: Session, isLive: boolean): Promise<void> => {
    const { captureId, receivedMs, heardAt } = session;
    await write((sql) => setHeard(sql, captureId, { at: heardAt, receivedMs, isLive }));
  };

  /** Ends a silent connection's recording, notes what was heard, and looks whether the credential still holds. */
  const look = async (session: Session): Promise<void> => {
    const { captureId, heardAt } = session;
    if (session.isOver) return;
    const now = clock.now();
    if (heardAt > now) session.hear(now); // by a clock that has been set back since
    if (now - heardAt >= silenceMs) {
      if (session.isUpload) return session.end({ type: "closing" });
      await write((sql) => endRecording({ sql, now: clock.now() }, captureId, "silence", session.receivedMs));
      return;
    }
    await note(session, true);
    await admit(captureId).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status >= 500) throw error; // looked at again soon
      return session.end({ type: "forbidden" });
    });
  };

  const begin = (session: Session): void => {
    const wait = Math.max(1, Math.min(noteMs, session.heardAt + silenceMs - clock.now()));
    const cancel = clock.timer(wait, () => {
      void look(session)
        .catch((error: unknown) => report("A running recording could not be looked after; that is tried again.", error))
        .finally(() => {
          if (!session.isOver) begin(session);
        });
    });
    void session.over.then(cancel);
  };

  return { admit, note, begin };
}
