/** What people see and do with captures beyond the public interface, in the app interface. */
import { captureLight } from "../capture.ts";
import { nothing } from "../common.ts";
import { operation } from "../operation.ts";
import {
  captureExport,
  captureProgress,
  exportQuery,
  segmentPage,
  segmentQuery,
  speakerRename,
  speakerRenamed,
  suggestionPage,
} from "../segment.ts";

const person = { tag: "Captures", auth: "session", home: "workspace", errors: ["workspace_access_denied"] } as const;
const read = { ...person, method: "GET", query: nothing, body: null, sensitive: true } as const;

export const captureAppOperations = [
  operation({
    ...read,
    id: "listSegments",
    path: "/captures/{captureId}/segments",
    summary: "List the segments of a recording",
    description:
      "What was said, piece by piece, in the order in which it was said; also while it is still being transcribed.",
    query: segmentQuery,
    errors: ["invalid_cursor", "workspace_access_denied"],
    success: { status: 200, schema: segmentPage },
  }),
  operation({
    ...person,
    id: "renameSpeaker",
    method: "PATCH",
    path: "/captures/{captureId}/speakers",
    changes: [],
    summary: "Rename a speaker",
    description:
      "In all segments of the recording, and so in its transcript and exports. A name that no segment has is refused.",
    query: nothing,
    body: speakerRename,
    success: { status: 200, schema: speakerRenamed },
  }),
  operation({
    ...read,
    id: "exportCapture",
    path: "/captures/{captureId}/export",
    summary: "Export a capture",
    description:
      "`txt`: the transcript, or the text of a note. `vtt` and `srt`: subtitles, for recordings alone. `markdown`: everything that is known of the capture.",
    query: exportQuery,
    errors: ["workspace_access_denied", "resource_conflict"],
    success: {
      status: 200,
      schema: captureExport,
      texts: ["text/plain", "text/vtt", "application/x-subrip", "text/markdown"],
    },
  }),
  operation({
    ...read,
    id: "getCaptureProgress",
    path: "/captures/{captureId}/progress",
    summary: "See how far a capture is",
    description:
      "What is being done with it, how much of a recording has been transcribed, and why it failed when it did.",
    success: { status: 200, schema: captureProgress },
  }),
  operation({
    ...read,
    id: "listSuggestions",
    path: "/captures/{captureId}/suggestions",
    summary: "List the todos that a capture gave rise to",
    description:
      "Each with the words it rests on; on one page. A suggestion is accepted by any change of its todo (updateTodo), and dismissed by archiving it (deleteTodo).",
    success: { status: 200, schema: suggestionPage },
  }),
  operation({
    ...person,
    id: "retryCapture",
    method: "POST",
    path: "/captures/{captureId}/retry",
    changes: [{ kind: "capture", idFrom: "captureId" }],
    summary: "Try a failed recording again",
    description: "Goes on where it came to. A capture that has not failed is refused.",
    query: nothing,
    body: null,
    errors: ["workspace_access_denied", "resource_conflict"],
    success: { status: 200, schema: captureLight },
  }),
] as const;
