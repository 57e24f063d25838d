/** Notes, recordings and tags, in the public interface. */
import * as v from "valibot";
import {
  captureCreate,
  captureFull,
  captureLight,
  captureListQuery,
  capturePage,
  captureUpdate,
  tagPage,
} from "../capture.ts";
import { deleted, nothing } from "../common.ts";
import { ordinary, whenPermanent, operation } from "../operation.ts";

const read = { method: "GET", tag: "Captures", auth: "captures:read", home: "workspace", body: null } as const;
const write = { tag: "Captures", auth: "captures:write", home: "workspace", query: nothing } as const;
const light = { status: 200, schema: captureLight } as const;

export const captureOperations = [
  operation({
    ...read,
    id: "listCaptures",
    path: "/captures",
    summary: "List captures",
    description:
      "Newest first, without bodies. Running recordings are included. `createdAfter`, `createdBefore` and `updatedSince` include their instant.",
    query: captureListQuery,
    errors: ["invalid_cursor"],
    success: { status: 200, schema: capturePage },
    sensitive: true,
  }),
  operation({
    ...write,
    id: "createCapture",
    changeClass: ordinary,
    method: "POST",
    path: "/captures",
    changes: [{ kind: "capture", idFrom: "answer" }],
    summary: "Create a note or open a recording",
    description:
      "A leading Markdown heading, which leaves the body, or else the first line is the title of a note. Answers without the body.",
    body: captureCreate,
    errors: ["resource_conflict"],
    success: { status: 201, schema: captureLight },
    creates: true,
    needsDisk: true,
    startsAgentWork: true,
  }),
  operation({
    ...read,
    id: "getCapture",
    path: "/captures/{captureId}",
    summary: "Read a capture in full",
    description: "With its text, transcript and notes.",
    query: nothing,
    errors: [],
    success: { status: 200, schema: captureFull },
    sensitive: true,
  }),
  operation({
    ...write,
    id: "updateCapture",
    changeClass: ordinary,
    method: "PATCH",
    path: "/captures/{captureId}",
    changes: [{ kind: "capture", idFrom: "captureId" }],
    summary: "Change a capture",
    description:
      "Fields left out stay, null empties, `tags` replaces all. The transcript is not editable. Answers without the body.",
    body: captureUpdate,
    errors: ["resource_conflict"],
    success: light,
  }),
  operation({
    ...write,
    id: "deleteCapture",
    changeClass: whenPermanent,
    method: "DELETE",
    path: "/captures/{captureId}",
    changes: [
      { kind: "capture", idFrom: "captureId" },
      { kind: "todo", idFrom: "effect" },
      { kind: "chat", idFrom: "effect" },
    ],
    summary: "Archive or erase a capture",
    description:
      "Archives. With `permanent=true` it erases the capture, its transcript, its audio, the suggestions made from it that nobody accepted, and what agents said of it in chats; requests for approval that carry its content are cancelled. What persons wrote stays. Refused while a todo of it has a live schedule.",
    query: v.strictObject({ permanent: v.optional(v.boolean()) }),
    body: null,
    errors: ["series_action_required"],
    success: { status: 200, schema: deleted },
    destructive: true,
  }),
  operation({
    ...write,
    id: "restoreCapture",
    changeClass: ordinary,
    method: "POST",
    path: "/captures/{captureId}/restore",
    changes: [{ kind: "capture", idFrom: "captureId" }],
    summary: "Restore an archived capture",
    description: "Clears the archive flag.",
    body: null,
    errors: [],
    success: light,
  }),
  operation({
    ...write,
    id: "stopCapture",
    changeClass: ordinary,
    method: "POST",
    path: "/captures/{captureId}/stop",
    changes: [{ kind: "capture", idFrom: "captureId" }],
    summary: "Stop a recording",
    description: "Summary and suggested todos are generated.",
    body: null,
    errors: ["resource_conflict"],
    success: light,
  }),
  operation({
    ...read,
    id: "listTags",
    path: "/tags",
    summary: "List tags",
    description: "By name; one page with all of them. `captureCount` counts captures that are not archived.",
    query: nothing,
    errors: [],
    success: { status: 200, schema: tagPage },
    sensitive: true,
  }),
] as const;
