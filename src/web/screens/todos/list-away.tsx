/** A list that is not among the active ones: archived, which can be taken back, or not there at all. */
import { go } from "../../base/routes.ts";
import { Link } from "../../parts/link.tsx";
import { Head, Loading, NotRead } from "../../parts/screen.tsx";
import { useReading } from "../../parts/use-reading.ts";
import { useRecords, useStore } from "../../parts/use.ts";
import { restoreList } from "../../store/archive.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

/** In place of the line that adds a todo: an archived list takes none. */
export function ArchivedList({ id }: { readonly id: string }) {
  const store = useStore();
  const restore = (): void => {
    restoreList(store, id).catch((error: unknown) =>
      store.notices.show({ text: words.refused(words.archive.restore, describe(error)), isProblem: true }),
    );
  };
  return (
    <p className="archived" role="status">
      <span className="grow">{words.lists.isArchived}</span>
      <button type="button" className="quiet link" onClick={restore}>
        {words.archive.restore}
      </button>
    </p>
  );
}

/** Looks whether the service has it: of archived ones the page knows those alone that it has seen. */
export function UnknownList({ id }: { readonly id: string }) {
  const { client, lists } = useStore();
  const ask = async () => lists.put(await client.getTodoList({ todoListId: id }));
  const { failure } = useReading(ask, [id]);
  if (failure === null) return <Loading />;
  return (
    <>
      <Head title={words.places.lists} />
      <div className="empty">
        <p>{words.empty.list}</p>
        <button type="button" className="outlined" onClick={() => go("/todos")}>
          {words.places.todos}
        </button>
      </div>
    </>
  );
}

/** All archived lists, below the others. */
export function ArchivedLists() {
  const { client, lists } = useStore();
  useRecords(lists);
  const active = lists.all().filter(({ isArchived }) => !isArchived).length;
  const ask = async () => (await client.listTodoLists({ includeArchived: true })).data.filter((one) => one.isArchived);
  const { value, failure } = useReading(ask, [active]);
  if (failure !== null) return <NotRead {...failure} />;
  if (value === null || value.length === 0) return null;
  return (
    <section aria-label={words.lists.archived}>
      <h2>{words.lists.archived}</h2>
      <ul className="lists">
        {value.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/lists/${id}`} isHere={false}>
              <span className="grow clip" dir="auto">
                {name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
