/**
 * A language model over HTTP that takes no time: it calls `create_todo` once per message and then says so. With the argument
 * `never` it takes requests and does not answer them.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Ask {
  readonly messages: readonly { readonly role: string }[];
  readonly tools?: readonly unknown[];
}

const never = process.argv[2] === "never";
let calls = 0;

/** The message that the model answers: a call first, words once it has the result; a name when it has no tools. */
function reply({ messages, tools }: Ask): { message: unknown; finish: string } {
  if (tools === undefined || tools.length === 0) {
    return say('{"title": "An invoice", "subtitle": "A todo for it was added."}');
  }
  if (messages.at(-1)?.role === "tool") return say("I have added it.");
  calls += 1;
  const call = { name: "create_todo", arguments: JSON.stringify({ title: `Send invoice ${calls}` }) };
  const toolCalls = [{ id: `call${calls}`, type: "function", function: call }];
  return { message: { role: "assistant", content: null, tool_calls: toolCalls }, finish: "tool_calls" };
}

function say(content: string): { message: unknown; finish: string } {
  return { message: { role: "assistant", content }, finish: "stop" };
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    if (never) return;
    const { message, finish } = reply(JSON.parse(Buffer.concat(chunks).toString()) as Ask);
    const body = JSON.stringify({
      id: "c",
      object: "chat.completion",
      created: 1_767_225_600,
      model: "instant",
      choices: [{ index: 0, message, finish_reason: finish }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
    response.end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.({ ready: true, port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit());
