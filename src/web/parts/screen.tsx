/** What every screen has: its head, and what is said while there is nothing to show. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { words } from "../words/index.ts";
import { useLate, useStore, useValue } from "./use.ts";

export interface HeadProps {
  readonly title: string;
  readonly count?: ComponentChildren;
  /** Of a list next to what is open, which has the one heading of the first level. */
  readonly isAside?: boolean;
  readonly children?: ComponentChildren;
}

export function Head({ title, count, isAside = false, children }: HeadProps) {
  useEffect(() => {
    if (!isAside) document.title = `${title} · Dayshift`;
  }, [title, isAside]);
  const Heading = isAside ? "h2" : "h1";
  return (
    <header className="screen-head">
      <Heading dir="auto">{title}</Heading>
      {count !== undefined && <span className="count">{count}</span>}
      <span className="grow" />
      {children}
    </header>
  );
}

/** Grey bars, once it takes longer than is quick. */
export function Loading() {
  const isLate = useLate(200);
  return (
    <div className="loading" role="status">
      <span className="unseen">{words.loading}</span>
      {isLate && [70, 45, 60, 52, 38].map((width) => <span key={width} className="bar" style={`width:${width}%`} />)}
    </div>
  );
}

/** What failed, in the service's words, and the way to try again. */
export function Failed({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  return (
    <div className="empty" role="alert">
      <p>{reason}</p>
      <button type="button" className="outlined" onClick={onRetry}>
        {words.tryAgain}
      </button>
    </div>
  );
}

export interface NotReadProps {
  readonly reason: string;
  /** Null where something else than reading failed, which a person begins again themselves. */
  readonly onRetry: (() => void) | null;
}

/** The same on one line, next to what could be read. */
export function NotRead({ reason, onRetry }: NotReadProps) {
  return (
    <p className="problem not-read" role="alert">
      <span>{reason}</span>
      {onRetry !== null && (
        <button type="button" className="quiet link" onClick={onRetry}>
          {words.tryAgain}
        </button>
      )}
    </p>
  );
}

/** In place of chats or requests of which there are none: that they are still read, or why they could not be, else the content. */
export function None({ children }: { readonly children: ComponentChildren }) {
  const store = useStore();
  const reading = useValue(store.reading);
  if (reading.kind === "loading") return <Loading />;
  if (reading.kind === "failed") return <Failed reason={reading.reason} onRetry={() => void store.readMore()} />;
  return <>{children}</>;
}

/** The content, once the workspace was read; what was read once stays, whatever happens later. */
export function WhenReady({ children }: { readonly children: () => ComponentChildren }) {
  const store = useStore();
  const loading = useValue(store.loading);
  if (loading.kind === "loading") return <Loading />;
  if (loading.kind === "failed" && store.lists.size === 0)
    return <Failed reason={loading.reason} onRetry={() => void store.load()} />;
  return <>{children()}</>;
}
