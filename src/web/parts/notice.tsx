/** The one notice: bottom left, above the bar on phones. It is never the only way to undo: Z and the palette do the same. */
import { words } from "../words/index.ts";
import { Icon } from "./icons.tsx";
import { useStore, useToday, useValue } from "./use.ts";
import { labelOf, valueInWords } from "./value-words.ts";
import type { Notice } from "../store/notices.ts";

export function NoticeArea() {
  const { notices } = useStore();
  const notice = useValue(notices.current);
  return (
    <div className="notices">
      <div role="status" aria-atomic="true">
        {notice !== null && (
          <div className={`notice ${notice.isProblem ? "problem" : ""}`}>
            <span className="grow">{notice.crossed === undefined ? notice.text : <Both {...notice.crossed} />}</span>
            {notice.action !== undefined && (
              <button type="button" onClick={notice.action.run}>
                {notice.action.label}
                {notice.action.key !== undefined && <kbd>{notice.action.key}</kbd>}
              </button>
            )}
            {notice.crossed === undefined ? (
              <button type="button" className="bare" aria-label={words.close} onClick={() => notices.close()}>
                <Icon name="close" size={14} />
              </button>
            ) : (
              <button type="button" onClick={() => notices.close()}>
                {words.todo.takeTheirs}
              </button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** Each field as somebody else set it, and as it was to be. */
function Both({ theirs, mine }: NonNullable<Notice["crossed"]>) {
  const store = useStore();
  const today = useToday();
  const [has, wanted] = [theirs, mine] as readonly Readonly<Record<string, unknown>>[];
  return (
    <>
      {words.todo.crossedField}
      {Object.keys(mine).map((name) => (
        <span className="both" key={name}>
          <span dir="auto">
            {labelOf(name)}: <strong>{valueInWords(store, name, has?.[name], today)}</strong>
          </span>
          <span dir="auto">
            {words.todo.yours}: <strong>{valueInWords(store, name, wanted?.[name], today)}</strong>
          </span>
        </span>
      ))}
    </>
  );
}
