/** Notes and recordings: all of them at the left, the open one at the right; on a phone one after the other. */
import { go, type Route } from "../../base/routes.ts";
import { Icon } from "../../parts/icons.tsx";
import { Head } from "../../parts/screen.tsx";
import { useMedia, useStore, useValue } from "../../parts/use.ts";
import { startRecording } from "../../audio/recorder.ts";
import { words } from "../../words/index.ts";
import { CaptureList } from "./capture-list.tsx";
import { CaptureView } from "./capture.tsx";
import { LeftSounds } from "./left-sounds.tsx";
import { NewNote } from "./new-note.tsx";
import { RecordView } from "./record.tsx";

export function CapturesScreen({ route }: { readonly route: Route }) {
  const store = useStore();
  const isNarrow = useMedia("(max-width: 1023px)");
  const recording = useValue(store.recording);
  // What this page records is stopped where it is made, from wherever one comes to it.
  const id = route.id !== null && route.id === recording?.captureId ? "record" : route.id;
  if (isNarrow && id !== null) return <Open id={id} route={route} />;
  const record = (): void => {
    // The browser gives the microphone to a press alone.
    if (recording === null) startRecording(store);
    go("/captures/record");
  };
  return (
    <div className="two">
      <section className="aside" aria-label={words.captures.all}>
        <Head title={words.places.captures} isAside={id !== null}>
          <button
            type="button"
            className="outlined"
            aria-label={words.captures.newNote}
            onClick={() => go("/captures/new")}
          >
            {words.captures.note}
          </button>
          <button type="button" className="outlined" onClick={record}>
            <Icon name="mic" /> {recording === null ? words.captures.record : words.record.now}
          </button>
        </Head>
        <LeftSounds />
        <CaptureList openId={route.id === "record" ? (recording?.captureId ?? null) : route.id} />
      </section>
      {!isNarrow && (
        <section className="main" aria-label={words.captures.open}>
          {id === null ? <p className="empty">{words.captures.choose}</p> : <Open id={id} route={route} />}
        </section>
      )}
    </div>
  );
}

function Open({ id, route }: { readonly id: string; readonly route: Route }) {
  if (id === "record") return <RecordView />;
  if (id === "new") return <NewNote />;
  return <CaptureView key={id} id={id} startAt={secondOf(route)} />;
}

/** The second that the address names, as `?t=83.4`. */
function secondOf({ query }: Route): number | null {
  const second = Number(query.get("t") ?? Number.NaN);
  return Number.isFinite(second) && second >= 0 ? second : null;
}
