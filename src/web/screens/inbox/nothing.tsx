/** No requests: what comes here, what one can do so that it does, and what was decided last. */
import { Link } from "../../parts/link.tsx";
import { go } from "../../base/routes.ts";
import { NotRead } from "../../parts/screen.tsx";
import { useReading } from "../../parts/use-reading.ts";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { toolSentence } from "../chats/tool-words.ts";

export function Nothing() {
  return (
    <div className="empty no-requests">
      <p className="large">{words.empty.inbox}</p>
      <p>{words.inbox.whatComes}</p>
      <p className="buttons">
        <button type="button" className="outlined" onClick={() => go("/chats/new")}>
          {words.inbox.askSomething}
        </button>
        <button type="button" className="quiet link" onClick={() => go("/agents")}>
          {words.inbox.seeAgents}
        </button>
      </p>
      <DecidedLast />
    </div>
  );
}

const shown = 3;

function DecidedLast() {
  const store = useStore();
  const { value, failure, read } = useReading(() => store.client.listApprovals({ limit: shown }), []);
  if (failure !== null) return <NotRead reason={failure.reason} onRetry={read} />;
  const decided = value?.data.filter(({ status, replacedBy }) => status !== "pending" && replacedBy === null) ?? [];
  if (decided.length === 0) return null;
  return (
    <>
      <h2>{words.inbox.decidedLast}</h2>
      <ul className="next">
        {decided.map(({ id, toolName, toolInput, record, status }) => (
          <li key={id}>
            <Link href={`/inbox/${id}`} isHere={false}>
              <span dir="auto">{toolSentence(store, toolName, toolInput, record === null ? [] : [record])}</span>
              <span className="soft">{words.verdicts[status]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
