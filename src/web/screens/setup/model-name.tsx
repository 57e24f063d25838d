/** Which model: one of those that its provider lists, or any other name. */
import { useState } from "preact/hooks";
import { words } from "../../words/index.ts";

export interface ModelNameProps {
  readonly models: readonly string[];
  /** The one that is in use; empty for none. */
  readonly usual: string;
  /** What came of asking for the list, in words. */
  readonly hint: string;
}

/** Value of the list that is no name of a model. */
const another = "?";

export function ModelName({ models, usual, hint }: ModelNameProps) {
  const [written, setWritten] = useState(usual);
  const [chosen, setChosen] = useState<string | null>(null);
  const isListed = models.includes(written);
  const shown = chosen ?? (written === "" || isListed ? (isListed ? written : models[0]) : another);
  const isNaming = models.length === 0 || shown === another;
  return (
    <>
      {models.length > 0 && (
        <label className="field">
          <span>{words.model.name}</span>
          <select
            {...(!isNaming && { name: "model" })}
            value={shown}
            dir="auto"
            onInput={(event) => setChosen(event.currentTarget.value)}
          >
            {models.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
            <option value={another}>{words.model.another}</option>
          </select>
        </label>
      )}
      {isNaming && (
        <label className="field">
          <span>{models.length === 0 ? words.model.name : words.model.anotherName}</span>
          <input
            name="model"
            required
            maxLength={200}
            dir="auto"
            value={written}
            onInput={(event) => setWritten(event.currentTarget.value)}
          />
          <small role="status">{hint}</small>
        </label>
      )}
    </>
  );
}
