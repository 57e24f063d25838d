/**
 * Stores the app's own files, so that it opens without a network. Of what the interfaces answer it stores nothing: without a network
 * the app says so, and shows what its page still has.
 */
import { places } from "../schema/places.ts";

/** The paths of all files of this build, and a name for the whole of them; the build puts them in. */
declare const builtFiles: readonly string[];
declare const builtName: string;

/** What is used of the scope of a service worker, which the types of pages do not have. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const page = "/";

addEventListener("install", (event) => (event as Lasting).waitUntil(storeFiles()));
addEventListener("activate", (event) => (event as Lasting).waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const { request } = event as Fetching;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && isPlace(pathname)) (event as Fetching).respondWith(newestPage(request));
  else if (pathname.startsWith("/web/")) (event as Fetching).respondWith(storedFile(request));
});

/** Notes carry a kind, an id and the language of the person; what is shown are words of this build. */
const notes = {
  approval_waiting: {
    path: "/inbox/",
    en: "An agent waits for your decision",
    de: "Ein Agent wartet auf deine Entscheidung",
  },
  todo_due: { path: "/todos/", en: "A todo is due", de: "Eine Aufgabe ist fällig" },
} as const;

interface Pushed extends Lasting {
  readonly data: { json(): unknown } | null;
}
interface Pressed extends Lasting {
  readonly notification: { readonly data: unknown; close(): void };
}
interface Scope {
  readonly registration: {
    showNotification(title: string, options: { readonly tag: string; readonly data: string }): Promise<void>;
  };
  readonly clients: {
    matchAll(options: { readonly type: "window" }): Promise<readonly Shown[]>;
    openWindow(path: string): Promise<unknown>;
  };
}
interface Shown {
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}
const scope = globalThis as unknown as Scope;

addEventListener("push", (event) => (event as Pushed).waitUntil(show((event as Pushed).data?.json())));
addEventListener("notificationclick", (event) => {
  const { notification } = event as Pressed;
  notification.close();
  (event as Pressed).waitUntil(openAt(String(notification.data)));
});

async function show(note: unknown): Promise<void> {
  const { kind, id, locale } = note as { readonly kind: string; readonly id: string; readonly locale: string | null };
  const known = notes[kind as keyof typeof notes] ?? notes.approval_waiting;
  const title = (locale ?? navigator.language).startsWith("de") ? known.de : known.en;
  await scope.registration.showNotification(title, { tag: id, data: known.path + id });
}

/** In the page that is open, else in a new one. */
async function openAt(path: string): Promise<void> {
  const [page] = await scope.clients.matchAll({ type: "window" });
  if (page === undefined) return void (await scope.clients.openWindow(path));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of a worker takes no origin
  page.postMessage({ go: path });
  await page.focus();
}

async function storeFiles(): Promise<void> {
  const cache = await caches.open(builtName);
  await cache.addAll([new Request(page, { cache: "reload" }), ...builtFiles]);
}

/** Runs when no page of an earlier build is open any more. */
async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== builtName).map((name) => caches.delete(name)));
}

function isPlace(path: string): boolean {
  const [, first = ""] = path.split("/");
  return path === page || (places as readonly string[]).includes(first);
}

/** The page as the service has it; the stored one where the service cannot be reached. */
async function newestPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(page)) ?? Response.error();
  }
}

/** A name stands for one content for ever. */
async function storedFile(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}
