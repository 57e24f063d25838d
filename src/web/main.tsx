/** Starts the app: the store, the address, the keys. */
import { render } from "preact";
import { listenToKeys } from "./base/keys.ts";
import { platform } from "./base/ports.ts";
import { storeShell } from "./base/offline.ts";
import { followAddress } from "./base/routes.ts";
import { State } from "./base/signal.ts";
import { applyPersonal, followPersonal, spoken, takePersonal } from "./parts/personal.ts";
import { StoreContext, useValue } from "./parts/use.ts";
import { Shell } from "./shell/shell.tsx";
import { browserDevice } from "./store/device.ts";
import type { Socket, SocketEvents } from "./store/feed.ts";
import { Store } from "./store/store.ts";
import { browserTab } from "./store/tab.ts";

const connect = ({ onOpen, onText, onClose }: SocketEvents): Socket => {
  const { protocol, host } = location;
  const address = `${protocol === "https:" ? "wss:" : "ws:"}//${host}/app/v1/changes`;
  const socket = new WebSocket(address, "dayshift.changes.v1");
  socket.addEventListener("open", onOpen);
  socket.addEventListener("message", ({ data }) => onText(String(data)));
  socket.addEventListener("close", ({ code }) => onClose(code));
  return socket;
};

/** The store of the workspace that is shown. */
const current: State<Store> = new State(
  new Store({
    ports: platform,
    fetch: (address, init) => fetch(address, init),
    connect,
    device: browserDevice,
    tab: browserTab,
    onSwitch: (next) => {
      accompany(next);
      current.set(next);
    },
  }),
);

function App() {
  const store = useValue(current);
  return (
    <StoreContext.Provider value={store}>
      <Shell key={useValue(spoken)} />
    </StoreContext.Provider>
  );
}

/** What a store says of its person is applied; and once the service answers, sound of a page that was closed may still be here. */
function accompany(store: Store): void {
  const { session, loading, offlineSince } = store;
  session.changed.subscribe(() => {
    const { value } = session;
    if (value.kind === "in") takePersonal(value.user);
  });
  const recover = (): void => {
    const answers = loading.value.kind === "ready" && offlineSince.value === null;
    if (!answers || localStorage.getItem("dayshift.sound") === null) return;
    // A part that does not come is asked for again when the service next answers.
    void import("./audio/recover.ts").then(
      ({ recoverSound }) => recoverSound(store),
      () => undefined,
    );
  };
  loading.changed.subscribe(recover);
  offlineSince.changed.subscribe(recover);
}

/** A page that nobody sees for five minutes lets its connection go, and takes it up where it left off. What it shows is stored before. */
function followVisibility(): void {
  let cancel: () => void = () => undefined;
  document.addEventListener("visibilitychange", () => {
    cancel();
    if (document.visibilityState === "visible") return current.value.rest(false);
    cancel = platform.later(300_000, () => current.value.rest(true));
    void current.value.save(); // it may be about to close
    return undefined;
  });
}

accompany(current.value);
followPersonal();
followAddress();
listenToKeys();
followVisibility();
await applyPersonal();
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
void current.value.open();
void storeShell().catch(() => undefined); // a browser that stores nothing shows the app all the same
