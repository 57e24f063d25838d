/** What two people made of the same field, one over the other. */
import { useStore, useToday } from "../../parts/use.ts";
import { valueInWords } from "../../parts/value-words.ts";
import { words } from "../../words/index.ts";

interface BothProps {
  readonly name: keyof typeof words.history.fields;
  readonly theirs: string | boolean;
  readonly mine: string | boolean;
  readonly onTake: () => void;
}

/** A field as somebody else has set it, and as it would become. */
export function Both({ name, theirs, mine, onTake }: BothProps) {
  const store = useStore();
  const today = useToday();
  const label = words.history.fields[name];
  return (
    <section className="phase" aria-label={label}>
      <h3>{label}</h3>
      <dl className="fields">
        {(["theirs", "mine"] as const).map((whose) => (
          <div key={whose}>
            <dt>{whose === "theirs" ? words.todo.theirs : words.todo.yours}</dt>
            <dd className="plain" dir="auto">
              {valueInWords(store, name, whose === "theirs" ? theirs : mine, today)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="buttons">
        <button type="button" className="outlined" onClick={onTake}>
          {words.todo.takeTheirs}
        </button>
      </p>
    </section>
  );
}
