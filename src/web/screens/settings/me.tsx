/** Who one is, how the app looks and speaks, and signing out. */
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { OwnName } from "./name.tsx";
import { Part } from "./part.tsx";
import { Personal } from "./personal.tsx";

export function Me() {
  const store = useStore();
  const signOut = (): void => {
    store
      .signOut()
      .catch((error: unknown) =>
        store.notices.show({ text: words.refused(words.settings.signOut, describe(error)), isProblem: true }),
      );
  };
  return (
    <Part id="me" title={words.settings.me}>
      <OwnName />
      <Personal />
      <p className="buttons">
        <button type="button" className="outlined" onClick={signOut}>
          {words.settings.signOut}
        </button>
      </p>
    </Part>
  );
}
