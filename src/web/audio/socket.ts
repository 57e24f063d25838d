/** The audio channel over a WebSocket of the browser, which hands the token over as a subprotocol. */
import type { SoundEvents, SoundSocket, SoundStream } from "./channel.ts";

export function connectSound({ url, token }: SoundStream, { onOpen, onText, onClose }: SoundEvents): SoundSocket {
  const socket = new WebSocket(url, ["dayshift.audio.v1", `dayshift.token.${token}`]);
  socket.addEventListener("open", onOpen);
  socket.addEventListener("message", ({ data }) => onText(String(data)));
  socket.addEventListener("close", onClose);
  return socket;
}
