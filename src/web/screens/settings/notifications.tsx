/** How the person is notified: in the inbox, by e-mail. Takes effect at once. */
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import { canBePushed, subscribe, unsubscribe } from "../../base/push.ts";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Part } from "./part.tsx";

type Preferences = Awaited<ReturnType<Client["getNotificationPreferences"]>>;

export function Notifications({ hasEmail }: { readonly hasEmail: boolean }) {
  const { client } = useStore();
  const [chosen, setChosen] = useState<Preferences | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown): void => setProblem(describe(error));
  useEffect(() => void client.getNotificationPreferences().then(setChosen, fail), []);
  const set = (change: Partial<Pick<Preferences, "inApp" | "email" | "push">>): void => {
    client.updateNotificationPreferences(change).then((now) => (setChosen(now), setProblem(null)), fail);
  };
  const setPush = async (isOn: boolean): Promise<void> => {
    if (!isOn) await unsubscribe();
    const { publicKey } = await client.getPushKey();
    const subscribed = isOn ? await subscribe(publicKey) : null;
    if (isOn && subscribed === null) return setProblem(words.notify.denied);
    if (subscribed !== null) await client.createPushSubscription(subscribed);
    set({ push: isOn });
  };
  return (
    <Part title={words.notify.title} problem={problem}>
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
            isOn={chosen.push && canBePushed()}
            isDisabled={!canBePushed()}
            onSet={(push) => void setPush(push).catch(fail)}
          />
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
