/** A component of a part that is loaded when it is first shown. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { words } from "../words/index.ts";
import { Failed, Loading } from "./screen.tsx";

/** `load` is called again only where it failed. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [isBroken, setBroken] = useState(false);
    const start = (): void => {
      setBroken(false);
      load().then(
        (component) => {
          loaded = component;
          setPart(() => component);
        },
        () => setBroken(true),
      );
    };
    useEffect(() => void (Part === null && start()), []);
    if (Part !== null) return <Part {...props} />;
    return isBroken ? <Failed reason={words.offline.noAnswer} onRetry={start} /> : <Loading />;
  };
}
