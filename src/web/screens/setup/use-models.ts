/** The models of a provider, asked for as soon as there is a key or an address for it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import type { Choice } from "./choices.ts";

export interface Listing {
  readonly models: readonly string[];
  /** How a name is to be written, or why there is no list. */
  readonly hint: string;
  /** Asks with what the person gave; an empty text stands for what is stored. */
  readonly ask: (given: { readonly key: string; readonly address: string }) => void;
}

/** Of the choice; `canAsk` says whether what is stored is enough to begin with. */
export function useModels(choice: Choice, canAsk: boolean): Listing {
  const { client } = useStore();
  const [models, setModels] = useState(choice.models);
  const [hint, setHint] = useState<string>(words.model.nameHint);
  /** Of several answers the last one asked for counts. */
  const asked = useRef(0);
  const ask: Listing["ask"] = ({ key, address }) => {
    const { provider } = choice;
    if (provider === "builtin") return;
    const body = { provider, ...(address !== "" && { baseUrl: address }), ...(key !== "" && { apiKey: key }) };
    asked.current += 1;
    const now = asked.current;
    setHint(words.model.listing);
    const show = (found: readonly string[], text: string): void => {
      if (now !== asked.current) return;
      setModels(found);
      setHint(text);
    };
    client.listProviderModels(body).then(
      (found) => show(found.models, found.problem === null ? words.model.nameHint : words.model.noList[found.problem]),
      () => show([], words.model.nameHint),
    );
  };
  useEffect(() => {
    if (canAsk) ask({ key: "", address: "" });
  }, []);
  return { models, hint, ask };
}
