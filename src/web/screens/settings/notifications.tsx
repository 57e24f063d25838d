/** How the person is notified: in the inbox, by e-mail. Takes effect at once. */
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import { canBePushed } from "../../base/push.ts";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { renewNotes, switchNotesOff, switchNotesOn } from "./device-notes.ts";
import { Part } from "./part.tsx";

type Preferences = Awaited<ReturnType<Client["getNotificationPreferences"]>>;

export interface NotificationsProps {
  readonly personId: string;
  readonly hasEmail: boolean;
}

export function Notifications({ personId, hasEmail }: NotificationsProps) {
  const { client } = useStore();
  const [chosen, setChosen] = useState<Preferences | null>(null);
  const [isHere, setHere] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown): void => setProblem(describe(error));
  const read = async (): Promise<void> => {
    const now = await client.getNotificationPreferences();
    setChosen(now);
    if (now.push) setHere(await renewNotes(client, personId));
  };
  useEffect(() => void read().catch(fail), []);
  const set = (change: Partial<Pick<Preferences, "inApp" | "email" | "push">>): void => {
    client.updateNotificationPreferences(change).then((now) => (setChosen(now), setProblem(null)), fail);
  };
  const setPush = async (isOn: boolean): Promise<void> => {
    const isDone = await (isOn ? switchNotesOn(client, personId) : switchNotesOff(client));
    setProblem(isDone ? null : isOn ? words.notify.denied : words.notify.notEnded);
    if (!isDone) return;
    setHere(isOn);
    if (isOn) set({ push: true });
  };
  return (
    <Part id="notifications" title={words.notify.title} problem={problem}>
      <p className="soft">{words.notify.text}</p>
      {chosen !== null && (
        <>
          <Check label={words.notify.inApp} isOn={chosen.inApp} onSet={(inApp) => set({ inApp })} />
          <Check
            label={words.notify.email}
            isOn={chosen.email && hasEmail}
            isDisabled={!hasEmail}
            onSet={(email) => set({ email })}
          />
          <Check
            label={words.notify.push}
            isOn={chosen.push && isHere}
            isDisabled={!canBePushed()}
            onSet={(push) => void setPush(push).catch(fail)}
          />
          {chosen.push && !isHere && (
            <p className="soft">
              {words.notify.elsewhere}{" "}
              <button type="button" className="quiet link" onClick={() => set({ push: false })}>
                {words.notify.stopElsewhere}
              </button>
            </p>
          )}
          {!canBePushed() && <p className="soft">{words.notify.noPush}</p>}
          {!hasEmail && <p className="soft">{words.notify.noEmail}</p>}
        </>
      )}
    </Part>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onSet: (isOn: boolean) => void;
}

function Check({ label, isOn, isDisabled = false, onSet }: CheckProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onInput={(event) => onSet(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
