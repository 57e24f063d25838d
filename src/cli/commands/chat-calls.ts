/** What a conversation in the terminal asks of the service. */
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import type { Io } from "../ports/io.ts";
import type { Api } from "../session/api.ts";
import { imageFile } from "./image-file.ts";

export type Chat = OutputOf<"getChat">;
export type Messages = OutputOf<"listMessages">;

export interface Said {
  readonly message: string;
  /** Left out of a message without images. */
  readonly attachmentIds?: readonly string[];
}

/** Sends the files to the service, one after the other; answers what it calls them. Throws before that for one that it would refuse. */
export async function upload(io: Pick<Io, "files">, api: Api, files: readonly string[]): Promise<string[]> {
  const record = operationById("createAttachment");
  const { bytes } = record;
  if (bytes === undefined) throw new Error("Expected an operation that takes a file.");
  const images = files.map((file) => imageFile(io, bytes, file));
  const ids: string[] = [];
  for (const image of images) ids.push(((await api.call(record, image)) as OutputOf<"createAttachment">).id);
  return ids;
}

/** A new chat, with that agent or about that todo where they are named. */
export async function begin(
  { timezone }: Pick<Io, "timezone">,
  api: Api,
  said: Said,
  { agent, todo }: { readonly agent?: string; readonly todo?: string },
): Promise<Chat> {
  const input = {
    ...said,
    timezone,
    ...(agent !== undefined && { agentId: agent }),
    ...(todo !== undefined && { todoId: todo }),
  };
  const begins = said.attachmentIds === undefined ? "createChat" : "createChatWithImages";
  return (await api.call(operationById(begins), input)) as Chat;
}

/** Another message; answers the chat as it stands then. */
export async function send(api: Api, chatId: string, said: Said): Promise<Chat> {
  const sends = said.attachmentIds === undefined ? "sendMessage" : "sendMessageWithImages";
  await api.call(operationById(sends), { chatId, ...said });
  return read(api, chatId);
}

/** The chat as it stands. */
export async function read(api: Api, chatId: string): Promise<Chat> {
  return (await api.call(operationById("getChat"), { chatId })) as Chat;
}

/** A page of what was said after that message. */
export async function readAfter(api: Api, chatId: string, afterSequence: number): Promise<Messages> {
  return (await api.call(operationById("listMessages"), { chatId, limit: 100, afterSequence })) as Messages;
}
