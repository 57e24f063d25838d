/** What two people made of the same fields, one over the other. */
import { useStore, useToday } from "../../parts/use.ts";
import { valueInWords } from "../../parts/value-words.ts";
import { words } from "../../words/index.ts";

type Name = keyof typeof words.history.fields;

interface CrossedFieldsProps<N extends Name> {
  readonly names: readonly N[];
  readonly theirs: Readonly<Record<N, string | boolean>>;
  readonly mine: Readonly<Record<N, string | boolean>>;
  /** Given the field that shall have their value. */
  readonly onTake: (name: N) => void;
}

/** Each field that both have set, to another value; of none nothing. */
export function CrossedFields<N extends Name>({ names, theirs, mine, onTake }: CrossedFieldsProps<N>) {
  return names.map((name) => (
    <Both key={name} name={name} theirs={theirs[name]} mine={mine[name]} onTake={() => onTake(name)} />
  ));
}

interface BothProps {
  readonly name: Name;
  readonly theirs: string | boolean;
  readonly mine: string | boolean;
  readonly onTake: () => void;
}

/** A field as somebody else has set it, and as it would become. */
function Both({ name, theirs, mine, onTake }: BothProps) {
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
