/** Chats, messages and what sending answers. */
import * as v from "valibot";
import { id, instant, integer, line, list, message, paging, sought, timezone, uuid, waitSeconds } from "./common.ts";
import { imageFacts } from "./image-facts.ts";
import { imageTypes } from "./image-head.ts";

export const chatStatus = v.picklist(["queued", "running", "awaiting_input", "completed", "failed", "cancelled"]);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const chat = v.object({
  object: v.literal("chat"),
  id,
  title: v.nullable(v.string()),
  subtitle: v.nullable(v.string()),
  status: chatStatus,
  agentId: v.pipe(v.nullable(id), v.description("Null: the workspace's default assistant.")),
  todoId: v.nullable(id),
  messageCount: count,
  errorMessage: v.nullable(v.string()),
  isArchived: v.boolean(),
  createdAt: instant,
  lastMessageAt: v.nullable(instant),
  completedAt: v.nullable(instant),
});

/** What a block says of the content of captures in it; left out of a block that carries none. */
const carrying = {
  captureIds: v.optional(
    v.pipe(v.array(id), v.description("Captures whose content the block carries, as far as they are known.")),
  ),
  withheld: v.optional(
    v.pipe(
      v.literal(true),
      v.description("The content is left out: it needs `captures:read`, or its capture was erased."),
    ),
  ),
};

export const textBlock = v.object({ type: v.literal("text"), text: v.string(), ...carrying });
export const toolCallBlock = v.object({
  type: v.literal("tool_call"),
  id: v.string(),
  name: v.string(),
  input: v.record(v.string(), v.unknown()),
  ...carrying,
});
export const toolResultBlock = v.object({
  type: v.literal("tool_result"),
  toolCallId: v.string(),
  isError: v.boolean(),
  content: v.string(),
  authors: v.optional(
    v.pipe(
      v.array(v.picklist(["person", "agent", "outside"])),
      v.description(
        "Who wrote what it shows; `outside` for words of an outside server or a page of the web, and for what agents wrote after reading such.",
      ),
    ),
  ),
  ...carrying,
});
export const approvalRequestBlock = v.object({
  type: v.literal("approval_request"),
  approvalId: id,
  toolCallId: v.string(),
  summary: v.string(),
  ...carrying,
});
export const noticeBlock = v.object({ type: v.literal("notice"), code: v.string(), text: v.string(), ...carrying });

export const block = v.variant("type", [textBlock, toolCallBlock, toolResultBlock, approvalRequestBlock, noticeBlock]);

const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.description("Pixels."));

/** An image as messages show it. */
export const attachedImage = v.object({
  id,
  contentType: v.picklist(imageTypes),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  width: pixels,
  height: pixels,
  mediaUrl: v.pipe(v.string(), v.description("A temporary link that expires after an hour.")),
});

/** An image that was uploaded. */
export const attachment = v.object({
  object: v.literal("attachment"),
  ...attachedImage.entries,
  createdAt: instant,
  expiresAt: v.pipe(instant, v.description("When it is erased unless a message takes it.")),
});

/** What is known of an image that is the body of a request: its type and sizes, and the id that it gets. */
export const attachmentCreate = imageFacts(imageTypes);

export const chatMessage = v.object({
  object: v.literal("message"),
  id,
  chatId: id,
  role: v.picklist(["user", "assistant", "system"]),
  sequence: v.pipe(v.number(), v.integer(), v.description("Increases over time within a chat.")),
  text: v.string(),
  blocks: v.array(block),
  attachments: v.optional(
    v.pipe(v.array(attachedImage), v.description("Images sent with the message; left out of one without any.")),
  ),
  createdAt: instant,
});

export const chatRun = v.object({
  object: v.literal("chat_run"),
  chatId: id,
  status: chatStatus,
  messageSequence: v.pipe(v.number(), v.integer()),
  replies: v.array(chatMessage),
  timedOut: v.boolean(),
});

export const chatListQuery = v.strictObject({
  ...paging,
  status: v.optional(chatStatus),
  agentId: v.optional(v.pipe(uuid, v.description("Who answers; the default assistant also where `agentId` is null."))),
  query: v.optional(v.pipe(sought(200), v.description("Text found in titles and subtitles."))),
  includeArchived: v.optional(
    v.pipe(v.boolean(), v.description("`true` lists archived chats instead of active ones.")),
    false,
  ),
});

export const chatCreate = v.pipe(
  v.strictObject({
    message: message(15_000),
    title: v.optional(v.pipe(line(500), v.description("Generated when left out."))),
    agentId: v.optional(v.pipe(uuid, v.description("The workspace's default assistant when left out."))),
    todoId: v.optional(uuid),
    captureIds: v.optional(
      v.pipe(v.array(uuid), v.maxLength(20), v.description("Loaded as context; needs `captures:read`.")),
    ),
    timezone: v.optional(v.pipe(timezone, v.description("The zone in which the person speaks of days; default UTC."))),
    waitSeconds,
  }),
  v.examples([{ message: "Add a todo to call Ana tomorrow", waitSeconds: 30 }]),
);

export const chatUpdate = v.pipe(v.strictObject({ title: v.optional(line(500)) }), v.examples([{ title: "Invoices" }]));

export const messageListQuery = v.strictObject({
  ...paging,
  afterSequence: v.optional(
    v.pipe(integer(0, Number.MAX_SAFE_INTEGER), v.description("Only messages after this sequence.")),
    0,
  ),
});

export const messageCreate = v.pipe(
  v.strictObject({ message: message(15_000), waitSeconds }),
  v.examples([{ message: "Mark it as done", waitSeconds: 30 }]),
);

const attachmentIds = v.pipe(
  v.array(uuid),
  v.minLength(1),
  v.maxLength(4),
  v.description("Images that `createAttachment` answered, each for one message."),
);
const imageId = "0195f3a0-0000-7000-8000-000000000040";

export const messageWithImages = v.pipe(
  v.strictObject({ ...messageCreate.entries, attachmentIds }),
  v.examples([{ message: "What does this sign say?", attachmentIds: [imageId] }]),
);

export const chatWithImages = v.pipe(
  v.strictObject({ ...chatCreate.entries, attachmentIds }),
  v.examples([{ message: "What does this sign say?", attachmentIds: [imageId] }]),
);

export const chatPage = list(chat);
export const messagePage = list(chatMessage);

export type Chat = v.InferOutput<typeof chat>;
export type ChatStatus = v.InferOutput<typeof chatStatus>;
export type Message = v.InferOutput<typeof chatMessage>;
export type AttachedImage = v.InferOutput<typeof attachedImage>;
export type Block = v.InferOutput<typeof block>;
export type ChatRun = v.InferOutput<typeof chatRun>;
