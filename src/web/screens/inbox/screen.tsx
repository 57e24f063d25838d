/** What waits for a person: requests of agents first, then what they were notified of. */
import { useEffect } from "preact/hooks";
import type { Approval } from "../../../schema/app.ts";
import { fromHere, go, refine, type Route } from "../../base/routes.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { momentInWords, soonInWords } from "../../parts/due.tsx";
import { Head, None } from "../../parts/screen.tsx";
import { useKeys, useMedia, useMinute, useStore, useToday, useValue, useView } from "../../parts/use.ts";
import { WindowList } from "../../parts/window-list.tsx";
import { words } from "../../words/index.ts";
import { changesInBrief, toolFields, toolSentence } from "../chats/tool-words.ts";
import { Nothing } from "./nothing.tsx";
import { Notifications } from "./notifications.tsx";
import { Open } from "./request.tsx";

/** Of a request in the list, in pixels. */
const rowHeight = 54;

/** What expires first comes first. */
const byExpiry = (left: Approval, right: Approval): number =>
  left.expiresAt.localeCompare(right.expiresAt) ||
  left.createdAt.localeCompare(right.createdAt) ||
  left.step.position - right.step.position;

export function InboxScreen({ route }: { readonly route: Route }) {
  const { approvals, reading } = useStore();
  const isRead = useValue(reading).kind === "ready";
  const isNarrow = useMedia("(max-width: 1023px)");
  const waiting = useView(approvals, { test: ({ status }) => status === "pending", compare: byExpiry }, []).rows;
  const first = isNarrow ? null : (waiting[0]?.id ?? null);
  const openId = route.id ?? first;
  useEffect(() => {
    // Its address holds it: what somebody else decides, or what comes before it now, puts no other one under the keys.
    if (isRead && route.id === null && first !== null) refine(`/inbox/${first}`);
  }, [isRead, route.id, first]);
  const at = waiting.findIndex(({ id }) => id === openId);
  const show = (next: Approval | undefined): void => {
    if (next !== undefined) refine(`/inbox/${next.id}`);
  };
  useKeys({
    j: () => show(waiting[at + 1]),
    k: () => show(waiting[at - 1]),
    ArrowDown: () => show(waiting[at + 1]),
    ArrowUp: () => show(waiting[at - 1]),
    ...(isNarrow && { Escape: () => go("/inbox") }),
  });
  // Of this drawing, which is the one that was pressed in.
  const onward = fromHere(refine);
  const next = (): void => {
    const following = waiting[at + 1] ?? waiting[at - 1];
    onward(following === undefined || isNarrow ? "/inbox" : `/inbox/${following.id}`);
  };
  if (isNarrow && openId !== null) return <Open id={openId} onDecided={next} />;
  return (
    <div className="two">
      <section className="aside" aria-label={words.places.inbox}>
        <Head
          title={words.places.inbox}
          isAside={openId !== null}
          {...(waiting.length > 0 && { count: waiting.length })}
        />
        <div className="scroll">
          <Requests waiting={waiting} openId={openId} />
          <Notifications />
        </div>
      </section>
      {!isNarrow && (
        <section className="main" aria-label={words.inbox.request}>
          {openId === null ? isRead && <Nothing /> : <Open id={openId} onDecided={next} />}
        </section>
      )}
    </div>
  );
}

function Requests({ waiting, openId }: { readonly waiting: readonly Approval[]; readonly openId: string | null }) {
  const store = useStore();
  const isNarrow = useMedia("(max-width: 1023px)");
  const now = useMinute();
  const today = useToday();
  if (waiting.length === 0) return <None>{isNarrow && <Nothing />}</None>;
  const current = waiting.findIndex(({ id }) => id === openId);
  return (
    <WindowList className="items" rows={waiting} height={rowHeight} current={current} idOf={({ id }) => id}>
      {({ id, agentId, toolName, toolInput, targets, diff, createdAt, expiresAt }) => (
        <button type="button" {...(id === openId && { "aria-current": "true" })} onClick={() => go(`/inbox/${id}`)}>
          <span className="clip" dir="auto">
            {toolSentence(store, toolName, toolInput, targets)}
          </span>
          <span className="soft second">
            <Avatar id={agentId} name={store.agents.get(agentId)?.name ?? ""} isAgent />
            <span className="clip" dir="auto">
              {store.agents.get(agentId)?.name ?? words.inbox.anAgent}
            </span>
            <span className="clip grow" dir="auto">
              {changesInBrief(toolName, toolFields(store, { name: toolName, input: toolInput, diff }, today))}
            </span>
            <When createdAt={createdAt} soon={soonInWords(expiresAt, now)} />
          </span>
        </button>
      )}
    </WindowList>
  );
}

/** When it was asked; in how long it expires, where that is soon. */
function When({ createdAt, soon }: { readonly createdAt: string; readonly soon: string | null }) {
  if (soon === null) return <span>{momentInWords(createdAt)}</span>;
  return <span className="soon">{words.inbox.ends(soon)}</span>;
}
