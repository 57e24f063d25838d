/** The places and the lists; on a phone a bar of five at the foot. */
import { go, type Route } from "../base/routes.ts";
import { Icon, type IconName } from "../parts/icons.tsx";
import { Link } from "../parts/link.tsx";
import { Menu } from "../parts/menu.tsx";
import { targetsNow } from "../parts/targets.ts";
import { isAdding } from "../parts/ui.ts";
import { useRecords, useStore, useValue } from "../parts/use.ts";
import { words } from "../words/index.ts";
import { openPalette } from "./commands.ts";
import { Lists } from "./lists.tsx";
import { enterWorkspace, useOtherWorkspaces, Who } from "./workspaces.tsx";

type Shown = "inbox" | "today" | "todos" | "chats" | "captures" | "agents" | "schedules" | "settings" | "lists";
const shown: readonly Shown[] = ["inbox", "today", "todos", "chats", "captures", "agents", "schedules"];

const iconOf = {
  inbox: "inbox",
  today: "today",
  todos: "todos",
  chats: "chats",
  captures: "mic",
  agents: "bot",
  schedules: "clock",
  settings: "settings",
  lists: "list",
} as const satisfies Record<Shown, IconName>;

export function Sidebar({ route }: { readonly route: Route }) {
  return (
    <nav className="sidebar" aria-label={words.navigation}>
      <button type="button" className="search" onClick={() => openPalette(targetsNow())}>
        <Icon name="search" /> <span className="grow">{words.search}</span> <kbd>Ctrl K</kbd>
      </button>
      <ul>
        {shown.map((place) => (
          <li key={place}>
            <PlaceLink place={place} route={route} />
          </li>
        ))}
      </ul>
      <Lists openId={route.place === "lists" ? route.id : null} />
      <span className="grow" />
      <ul>
        <li>
          <PlaceLink place="settings" route={route} />
        </li>
      </ul>
      <Who />
    </nav>
  );
}

function PlaceLink({ place, route }: { readonly place: Shown; readonly route: Route }) {
  return (
    <Link href={`/${place}`} isHere={route.place === place}>
      <Icon name={iconOf[place]} /> <span className="grow">{words.places[place]}</span>
      {place === "captures" && <Recording />}
      {place === "inbox" && <Pending />}
    </Link>
  );
}

/** A recording that this page makes, wherever one is in it. */
function Recording() {
  const recording = useValue(useStore().recording);
  if (recording === null) return null;
  return (
    <span className="now-recording">
      <span className="unseen">{words.record.now}</span>
      {words.clock(recording.takenMs / 1000)}
    </span>
  );
}

function Pending() {
  const { approvals } = useStore();
  useRecords(approvals);
  const count = approvals.all().filter(({ status }) => status === "pending").length;
  return count === 0 ? null : <span className="badge">{count}</span>;
}

/** Five places under the thumb. */
export function Bar({ route }: { readonly route: Route }) {
  const store = useStore();
  const workspaces = useOtherWorkspaces();
  const more = (["lists", "chats", "captures", "agents", "schedules", "settings"] as const).map((place) => ({
    value: place,
    label: words.places[place],
    mark: <Icon name={iconOf[place]} />,
  }));
  return (
    <nav className="bar" aria-label={words.navigation}>
      <BarLink place="today" route={route} />
      <BarLink place="todos" route={route} />
      <button type="button" className="add" aria-label={words.add.label} onClick={() => isAdding.set(true)}>
        <Icon name="plus" size={22} />
      </button>
      <BarLink place="inbox" route={route} />
      <Menu
        label={words.more}
        className="bar-item"
        choices={[...more, { value: "search", label: words.search, mark: <Icon name="search" /> }, ...workspaces]}
        onChoose={(value) => {
          if (value === "search") openPalette(targetsNow());
          else if (workspaces.some((one) => one.value === value)) enterWorkspace(store, value);
          else go(`/${value}`);
        }}
      >
        <Icon name="more" size={20} /> <span>{words.more}</span>
      </Menu>
    </nav>
  );
}

function BarLink({ place, route }: { readonly place: "today" | "todos" | "inbox"; readonly route: Route }) {
  return (
    <Link href={`/${place}`} isHere={route.place === place} className="bar-item">
      <Icon name={place} size={20} /> <span>{words.places[place]}</span>
      {place === "inbox" && <Pending />}
    </Link>
  );
}
