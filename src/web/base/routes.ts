/** Addresses of the app: every state worth sharing is in the address. */
import { type Place, places } from "../../schema/places.ts";
import { State } from "./signal.ts";

export interface Route {
  /** Null for an address of nothing. */
  readonly place: Place | null;
  readonly id: string | null;
  readonly query: URLSearchParams;
  readonly href: string;
}

interface Entry {
  /** Over which address a sheet lies; null for a page of its own. */
  readonly over: string | null;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** What is not there yet, and can be made at its place. */
const toBeMade: Readonly<Record<string, readonly string[]>> = {
  chats: ["new"],
  captures: ["new", "record"],
  agents: ["new"],
};

/** Whether such a thing may be there. Settings have parts in place of ids. */
function mayBe(place: string, id: string): boolean {
  return uuid.test(id) || place === "settings" || toBeMade[place]?.includes(id) === true;
}

/** What an address, from its path on, names. */
function routeOf(href: string): Route {
  const { pathname, search, hash } = new URL(href, "http://here");
  const [, first = "", id = ""] = pathname.split("/");
  const named = first === "" ? "today" : first;
  const isPlace = (places as readonly string[]).includes(named) && (id === "" || mayBe(named, id));
  const place = isPlace ? (named as Place) : null;
  return { place, id: id === "" ? null : id, query: new URLSearchParams(search), href: pathname + search + hash };
}

/** Where the page is. */
export const here = new State<Route>(routeOf("/"));

const addressNow = (): string => location.pathname + location.search + location.hash;
const entryNow = (): Entry => (history.state as Entry | null) ?? { over: null };

/** Follows the address of the page and its Back button; called once. */
export function followAddress(): void {
  window.addEventListener("popstate", readAddress);
  readAddress();
}

function readAddress(): void {
  here.set(routeOf(addressNow()));
}

export function go(href: string): void {
  if (href === here.value.href) return;
  history.pushState({ over: null } satisfies Entry, "", href);
  here.set(routeOf(href));
}

/** The same place with another address: Back does not stop here. */
export function refine(href: string): void {
  history.replaceState(history.state, "", href);
  here.set(routeOf(href));
}

/** Opens as a sheet over what is shown now. */
export function goOver(href: string): void {
  const over = entryNow().over ?? here.value.href;
  const state = { over } satisfies Entry;
  if (entryNow().over === null) history.pushState(state, "", href);
  else history.replaceState(state, "", href);
  here.set(routeOf(href));
}

/** A way on from where the page is now, for an answer that may be late: it takes nobody away who went elsewhere since. */
export function fromHere(move: (href: string) => void = go): (href: string) => void {
  const { href } = here.value;
  return (to) => {
    if (here.value.href === href) move(to);
  };
}

/** What lies beneath the sheet; null where there is none, and the page is the thing itself. */
export function beneath(): Route | null {
  const { over } = entryNow();
  return over === null ? null : routeOf(over);
}

/** Closes a sheet; from a page of its own, goes to its place. */
export function leaveTo(href: string): void {
  if (entryNow().over === null) go(href);
  else history.back();
}
