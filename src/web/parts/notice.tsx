/** The one notice: bottom left, above the bar on phones. It is never the only way to undo: Z and the palette do the same. */
import { words } from "../words/index.ts";
import { Icon } from "./icons.tsx";
import { lazy } from "./lazy.tsx";
import { useStore, useValue } from "./use.ts";
import type { Notice } from "../store/notices.ts";
import { unsaved } from "../store/retry.ts";

type Crossed = NonNullable<Notice["crossed"]>;

const CrossedFields = lazy<Crossed>(async () => (await import("./crossed-fields.tsx")).CrossedFields);

export function NoticeArea() {
  const { notices } = useStore();
  const notice = useValue(notices.current);
  // What is shown at once is said to be done only once the service has it.
  const isUnsaved = useValue(unsaved) > 0 && notice?.isProblem === false;
  return (
    <div className="notices">
      <div role="status" aria-atomic="true">
        {notice !== null && (
          <div className={`notice ${notice.isProblem ? "problem" : ""}`}>
            <span className="grow" title={notice.text}>
              {isUnsaved && <strong>{words.offline.notYet} </strong>}
              {notice.crossed === undefined ? notice.text : <CrossedFields {...notice.crossed} />}
            </span>
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
