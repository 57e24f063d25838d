/** The frame around the screens: who may see them, the keys of everywhere, and what lies over them. */
import { useEffect } from "preact/hooks";
import type { KeyMap } from "../base/keys.ts";
import { beneath, go, here, type Route } from "../base/routes.ts";
import { timeInWords } from "../parts/due.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { NoticeArea } from "../parts/notice.tsx";
import { lazy } from "../parts/lazy.tsx";
import { Failed, Head, Loading, WhenReady } from "../parts/screen.tsx";
import { targetsNow } from "../parts/targets.ts";
import { isAdding, isHelpShown, openList } from "../parts/ui.ts";
import { KeyLevel, useKeys, useMedia, useRoute, useStore, useValue } from "../parts/use.ts";
import { isElsewhere, useOrigin } from "../screens/sign-in/origin.ts";
import type { SignInProps } from "../screens/sign-in/screen.tsx";
import { TodayScreen } from "../screens/today/screen.tsx";
import { TodoSheet } from "../screens/todo/sheet.tsx";
import { Composer } from "../screens/todos/composer.tsx";
import { TodosScreen } from "../screens/todos/screen.tsx";
import { unsaved } from "../store/retry.ts";
import { words } from "../words/index.ts";
import { openPalette } from "./commands.ts";
import { GoKeys } from "./go-keys.tsx";
import { Help } from "./help.tsx";
import type { ListDialogProps } from "./list-dialog.tsx";
import { ListsScreen } from "./lists.tsx";
import { Palette } from "./palette.tsx";
import { useRightWorkspace } from "./right-workspace.ts";
import { Bar, Sidebar } from "./sidebar.tsx";

const SettingsScreen = lazy<{ readonly route: Route }>(
  async () => (await import("../screens/settings/screen.tsx")).SettingsScreen,
);

const InboxScreen = lazy<{ readonly route: Route }>(
  async () => (await import("../screens/inbox/screen.tsx")).InboxScreen,
);

const ChatsScreen = lazy<{ readonly route: Route }>(
  async () => (await import("../screens/chats/screen.tsx")).ChatsScreen,
);

const CapturesScreen = lazy<{ readonly route: Route }>(
  async () => (await import("../screens/captures/screen.tsx")).CapturesScreen,
);

const AgentsScreen = lazy<{ readonly route: Route }>(
  async () => (await import("../screens/agents/screen.tsx")).AgentsScreen,
);
const SchedulesScreen = lazy<{ readonly route: Route }>(
  async () => (await import("../screens/schedules/screen.tsx")).SchedulesScreen,
);

const FirstSteps = lazy<{ readonly route: Route }>(
  async () => (await import("../screens/setup/first-steps.tsx")).FirstSteps,
);

const SearchScreen = lazy<{ readonly route: Route }>(
  async () => (await import("../screens/search/screen.tsx")).SearchScreen,
);

const ListDialog = lazy<ListDialogProps>(async () => (await import("./list-dialog.tsx")).ListDialog);
const SignIn = lazy<SignInProps>(async () => (await import("../screens/sign-in/screen.tsx")).SignIn);
const Invitation = lazy<object>(async () => (await import("../screens/sign-in/invitation.tsx")).Invitation);
const Setup = lazy<object>(async () => (await import("../screens/sign-in/first-start.tsx")).Setup);
const Elsewhere = lazy<{ readonly origin: string }>(
  async () => (await import("../screens/sign-in/first-start.tsx")).Elsewhere,
);
const ResetPassword = lazy<object>(async () => (await import("../screens/sign-in/reset.tsx")).ResetPassword);

export function Shell() {
  const store = useStore();
  const route = useRoute();
  const session = useValue(store.session);
  const loading = useValue(store.loading);
  const origin = useOrigin();
  if (origin !== null && isElsewhere(origin)) return <Elsewhere origin={origin} />;
  const isInvited = location.hash.length > 1; // the link of a new service; without it one signs in
  if (route.place === "setup" && session.kind !== "in" && isInvited) return <Setup />;
  if (route.place === "reset-password" && session.kind !== "unknown") return <ResetPassword />;
  if (route.place === "invitation" && session.kind !== "unknown") return <Invitation />;
  if (session.kind === "unknown" && loading.kind === "failed")
    return <Failed reason={loading.reason} onRetry={() => void store.open()} />;
  if (session.kind === "unknown") return <Loading />;
  if (session.kind === "out") return <SignIn {...(session.reason !== undefined && { reason: session.reason })} />;
  if (route.place === "setup") return <WhenReady>{() => <FirstSteps route={route} />}</WhenReady>;
  // Of another workspace all is drawn new.
  return <Inside key={session.workspaceId} route={route} isExpired={session.isExpired} />;
}

function Inside({ route, isExpired }: { readonly route: Route; readonly isExpired: boolean }) {
  useKeys(useGlobalKeys());
  useRightWorkspace(route);
  const isPhone = useMedia("(max-width: 639px)");
  const isTodo = route.place === "todos" && route.id !== null;
  const under = isTodo ? beneath() : null;
  const screen = isTodo ? (under ?? { ...route, id: null, href: "/todos", query: new URLSearchParams() }) : route;
  const skip = (event: MouseEvent): void => {
    event.preventDefault();
    document.querySelector("main")?.focus();
  };
  return (
    <>
      <a className="skip" href="#main" onClick={skip}>
        {words.skip}
      </a>
      {!isPhone && <Sidebar route={screen} />}
      <main id="main" tabIndex={-1} {...(isTodo && isPhone && { inert: true })}>
        {!isPhone && <Connection />}
        <WhenReady>{() => <Screen route={screen} />}</WhenReady>
      </main>
      <KeyLevel.Provider value={1}>
        {isTodo && <WhenReady>{() => <TodoSheet route={route} id={route.id as string} />}</WhenReady>}
      </KeyLevel.Provider>
      {isPhone && <Connection />}
      {isPhone && <Bar route={screen} />}
      <NoticeArea />
      <GoKeys />
      <Adding />
      <OpenList />
      <Palette />
      <Help />
      {isExpired && (
        <Dialog label={words.signIn.again} className="over" onClose={() => undefined}>
          {() => <SignIn isOver />}
        </Dialog>
      )}
    </>
  );
}

function Screen({ route }: { readonly route: Route }) {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- an address of nothing is one of many
  switch (route.place) {
    case "today":
      return <TodayScreen />;
    case "lists":
      if (route.id === null) return <ListsScreen />;
      return <TodosScreen key={route.id} route={route} />;
    case "todos":
      return <TodosScreen key="todos" route={route} />;
    case "settings":
      return <SettingsScreen route={route} />;
    case "inbox":
      return <InboxScreen route={route} />;
    case "chats":
      return <ChatsScreen route={route} />;
    case "captures":
      return <CapturesScreen route={route} />;
    case "agents":
      return <AgentsScreen route={route} />;
    case "schedules":
      return <SchedulesScreen route={route} />;
    case "search":
      return <SearchScreen route={route} />;
    default:
      return <Lost route={route} />;
  }
}

/** What the app does not have: said, with the way that there is. */
function NotHere({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <Head title={title} />
      <p className="empty">{text}</p>
    </>
  );
}

function Lost({ route }: { readonly route: Route }) {
  useEffect(() => {
    if (route.place === "sign-in") go("/today");
  }, []);
  return <NotHere title={words.lost.title} text={words.lost.text} />;
}

function Connection() {
  const store = useStore();
  const since = useValue(store.offlineSince);
  const waiting = useValue(unsaved);
  if (since === null && waiting === 0) return null;
  return (
    <p className="offline" role="status">
      {since !== null && words.offline.since(timeInWords(since))}{" "}
      {waiting > 0 && <strong className="unsaved">{words.offline.unsaved(waiting)}</strong>}
    </p>
  );
}

function Adding() {
  const { lists } = useStore();
  const isOpen = useValue(isAdding);
  if (!isOpen) return null;
  const list = lists.get(here.value.place === "lists" ? (here.value.id ?? "") : "");
  const close = (): void => isAdding.set(false);
  return (
    <Dialog label={words.add.label} className="palette adding" onClose={close}>
      {() => (
        <Composer isAlone onAdded={close} {...(list?.isArchived === false && { preset: { todoListId: list.id } })} />
      )}
    </Dialog>
  );
}

function OpenList() {
  const open = useValue(openList);
  return open === null ? null : (
    <ListDialog id={open.id} onClose={() => openList.value === open && openList.set(null)} />
  );
}

function useGlobalKeys(): KeyMap {
  const { actions } = useStore();
  const add = (): void => {
    const field = document.querySelector<HTMLElement>("[data-composer]");
    if (field === null) isAdding.set(true);
    else field.focus();
  };
  const search = (): void => {
    const field = document.querySelector<HTMLInputElement>("[data-search]");
    if (field === null) return go("/search");
    field.focus();
    field.select();
  };
  return {
    "Mod+k": () => openPalette(targetsNow()),
    "/": search,
    c: add,
    "?": () => isHelpShown.set(true),
    z: () => void actions.undo(),
    "Shift+z": () => void actions.redo(),
  };
}
