/** Images of messages: those that wait to be sent, and those that were. */
import { useState } from "preact/hooks";
import type { AttachedImage, Message } from "../../../schema/chat.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { useStore, useValue } from "../../parts/use.ts";
import { pathOf, type Pictures } from "../../store/pictures.ts";
import { words } from "../../words/index.ts";

/** What goes with the next message, each to be taken away. */
export function Previews({ pictures }: { readonly pictures: Pictures }) {
  const all = useValue(pictures.all);
  if (all.length === 0) return null;
  return (
    <ul className="previews" aria-label={words.chat.images}>
      {all.map(({ key, name, url, attachmentId, problem, again }) => (
        <li key={key} className={problem === null ? "preview" : "preview refused"}>
          {problem === null ? (
            <img src={url} alt={name} />
          ) : (
            <span className="picture-problem">
              {`${name}: ${problem}`}
              {again !== null && (
                <button type="button" className="quiet link flush" onClick={again}>
                  {words.tryAgain}
                </button>
              )}
            </span>
          )}
          {problem === null && attachmentId === null && (
            <span className="sending" role="status">
              <span className="pulse" />
              <span className="unseen">{words.chat.sendingImage}</span>
            </span>
          )}
          <button type="button" aria-label={words.chat.removeImage(name)} onClick={() => pictures.remove(key)}>
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The images of a message; each opens in full. */
export function Images({ message }: { readonly message: Message }) {
  const { client } = useStore();
  const [links, setLinks] = useState(message.attachments ?? []);
  const [openId, setOpenId] = useState<string | null>(null);
  const [hasAsked, setAsked] = useState(false);
  // A link opens its image for an hour: another one is asked for once.
  const renew = (): void => {
    if (hasAsked) return;
    setAsked(true);
    const query = { chatId: message.chatId, afterSequence: message.sequence - 1, limit: 1 };
    client.listMessages(query).then(({ data }) => setLinks(data[0]?.attachments ?? []), ignored);
  };
  if (links.length === 0) return null;
  const open = links.find(({ id }) => id === openId);
  return (
    <div className="images">
      {links.map((image, at) => (
        <button
          key={image.id}
          type="button"
          className="image"
          aria-label={words.chat.openImage(at + 1, links.length)}
          onClick={() => setOpenId(image.id)}
        >
          <img src={pathOf(image)} alt="" width={image.width} height={image.height} loading="lazy" onError={renew} />
        </button>
      ))}
      {open !== undefined && <InFull image={open} onClose={() => setOpenId(null)} />}
    </div>
  );
}

function ignored(): void {
  // What stands in its place says that the image is not there.
}

function InFull({ image, onClose }: { readonly image: AttachedImage; readonly onClose: () => void }) {
  return (
    <Dialog label={words.chat.image} className="in-full" onClose={onClose}>
      {() => (
        <>
          <img src={pathOf(image)} alt={words.chat.image} width={image.width} height={image.height} />
          <button type="button" className="bare close" aria-label={words.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </>
      )}
    </Dialog>
  );
}
