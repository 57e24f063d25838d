/** All lists that are not archived: in the sidebar, and on a phone as a screen. */
import { Dot } from "../parts/dot.tsx";
import { Icon } from "../parts/icons.tsx";
import { lazy } from "../parts/lazy.tsx";
import { Link } from "../parts/link.tsx";
import { Head } from "../parts/screen.tsx";
import { openList } from "../parts/ui.ts";
import { useRecords, useStore } from "../parts/use.ts";
import { words } from "../words/index.ts";

const ArchivedLists = lazy<object>(async () => (await import("../screens/todos/list-away.tsx")).ArchivedLists);

const makeList = (): void => openList.set({ id: null });

/** The lists under their heading, with a button that makes one. `openId` is the list that is shown; null for none. */
export function Lists({ openId }: { readonly openId: string | null }) {
  return (
    <>
      <h2>
        <Link href="/lists" isHere={false} className="grow">
          {words.places.lists}
        </Link>
        <button type="button" className="bare" aria-label={words.lists.new} onClick={makeList}>
          <Icon name="plus" />
        </button>
      </h2>
      <Links openId={openId} />
    </>
  );
}

/** The same as a screen, for where there is no sidebar. */
export function ListsScreen() {
  return (
    <>
      <Head title={words.places.lists}>
        <button type="button" className="outlined" onClick={makeList}>
          <Icon name="plus" size={14} /> {words.lists.new}
        </button>
      </Head>
      <div className="scroll all-lists">
        <Links openId={null} />
        <ArchivedLists />
      </div>
    </>
  );
}

/** The default list first, then by name; each with how many open todos it has. */
function Links({ openId }: { readonly openId: string | null }) {
  const { lists, todos } = useStore();
  useRecords(lists);
  useRecords(todos);
  const counts = new Map<string, number>();
  for (const { todoListId, status, isArchived, isSuggested } of todos.all())
    if (status !== "done" && !isArchived && !isSuggested) counts.set(todoListId, (counts.get(todoListId) ?? 0) + 1);
  return (
    <ul className="lists">
      {lists
        .all()
        .filter(({ isArchived }) => !isArchived)
        .toSorted(
          (left, right) => Number(right.isDefault) - Number(left.isDefault) || left.name.localeCompare(right.name),
        )
        .map(({ id, name, color }) => (
          <li key={id}>
            <Link href={`/lists/${id}`} isHere={id === openId}>
              <Dot color={color} />
              <span className="grow clip" dir="auto">
                {name}
              </span>
              <span className="count">{counts.get(id) ?? ""}</span>
            </Link>
          </li>
        ))}
    </ul>
  );
}
