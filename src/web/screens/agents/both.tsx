/** What two people made of the same fields, side by side where there is room, with what differs marked. */
import { type Part, sideBySide } from "../../parts/side-by-side.ts";
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
  const inWords = (value: string | boolean): string => valueInWords(store, name, value, today);
  const pairs = sideBySide(inWords(theirs), inWords(mine));
  return (
    <section className="phase both-sides" aria-label={label}>
      <h3>{label}</h3>
      <div className="sides">
        <Side label={words.todo.theirs} lines={pairs.map(({ left }) => left)} />
        <Side label={words.todo.yours} lines={pairs.map(({ right }) => right)} />
      </div>
      <p className="buttons">
        <button type="button" className="outlined" onClick={onTake}>
          {words.todo.takeTheirs}
        </button>
      </p>
    </section>
  );
}

interface SideProps {
  readonly label: string;
  /** Null where the other side has a line and this one has none. */
  readonly lines: readonly (readonly Part[] | null)[];
}

/** One of the two, each line as high as the one next to it; what differs is marked. */
function Side({ label, lines }: SideProps) {
  return (
    <div role="group" aria-label={label} className="side" style={`grid-row:span ${lines.length + 1}`}>
      <strong>{label}</strong>
      {lines.map((line, at) => (
        <span key={at} className={line === null ? "missing" : "text"} dir="auto">
          {line?.map(({ text, differs }, part) => (differs ? <mark key={part}>{text}</mark> : text))}
        </span>
      ))}
    </div>
  );
}
