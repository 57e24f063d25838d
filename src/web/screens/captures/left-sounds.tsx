/** Sound that the service takes no more, and what a person can do with it: it is nowhere else. */
import { useEffect, useState } from "preact/hooks";
import { soundOnDevice } from "../../audio/device.ts";
import { type LeftSound, readLeft, saveLeft, sendLeft } from "../../audio/left.ts";
import { AskingButton } from "../../parts/asking-button.tsx";
import { momentInWords } from "../../parts/due.tsx";
import { useStore, useValue } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { TimedNotes } from "./timed-notes.tsx";

export function LeftSounds() {
  const session = useValue(useStore().session);
  const [left, setLeft] = useState<readonly LeftSound[]>([]);
  useEffect(() => {
    const read = (): void => void readLeft(session).then(setLeft);
    read();
    return soundOnDevice.changed.subscribe(read);
  }, [session]);
  if (left.length === 0) return null;
  return (
    <ul className="left-sounds" aria-label={words.record.left.title}>
      {left.map((one) => (
        <Left key={one.held.key} {...one} />
      ))}
    </ul>
  );
}

function Left({ held, seconds, why, isSendable }: LeftSound) {
  const store = useStore();
  const { left, notTaken, discard } = words.record;
  return (
    <li>
      <p>{left.of(words.clock(seconds), momentInWords(held.startedAt))}</p>
      <p className="soft">{notTaken(why)}</p>
      <TimedNotes notes={held.notes} />
      <p className="buttons">
        {isSendable && (
          <button type="button" className="outlined" onClick={() => void sendLeft(store, held)}>
            {left.send}
          </button>
        )}
        {seconds > 0 && (
          <button type="button" className="outlined" onClick={() => void saveLeft(held)}>
            {left.save}
          </button>
        )}
        <AskingButton label={discard} question={left.discardAsk} onYes={() => void soundOnDevice.end(held.key)} />
      </p>
    </li>
  );
}
