/** A note or a recording: its sound, what was said, what it gave rise to, and its texts. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { CaptureFull } from "../../../schema/capture.ts";
import { go } from "../../base/routes.ts";
import { titleOf } from "../../parts/capture-title.ts";
import { momentInWords } from "../../parts/due.tsx";
import { createPlayer, type Player, PlayerContext } from "../../parts/player.ts";
import { Failed, Head, Loading } from "../../parts/screen.tsx";
import { panelOf, Tabs } from "../../parts/tabs.tsx";
import { useMedia } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { BackToList } from "./back.tsx";
import { CaptureMenus } from "./capture-menus.tsx";
import { Notes, NoteText, Summary } from "./capture-texts.tsx";
import { PlayBar } from "./play-bar.tsx";
import { CaptureStatus } from "./status.tsx";
import { Suggestions } from "./suggestions.tsx";
import { Transcript } from "./transcript.tsx";
import { type CaptureState, useCapture } from "./use-capture.ts";

export function CaptureView({ id, startAt }: { readonly id: string; readonly startAt: number | null }) {
  const { state, problem, read } = useCapture(id);
  const capture = state?.capture;
  return (
    <div className="chat">
      <Head
        title={capture === undefined ? words.captures.open : titleOf(capture)}
        {...(capture !== undefined && { count: momentInWords(capture.createdAt) })}
      >
        <BackToList />
        {capture !== undefined && <CaptureMenus capture={capture} onGone={() => go("/captures")} />}
      </Head>
      {state === null ? (
        problem === null ? (
          <Loading />
        ) : (
          <Failed reason={problem} onRetry={() => void read()} />
        )
      ) : (
        <Content state={state} startAt={startAt} onChanged={read} />
      )}
    </div>
  );
}

interface ContentProps {
  readonly state: CaptureState;
  readonly startAt: number | null;
  readonly onChanged: () => Promise<void>;
}

function Content({ state, startAt, onChanged }: ContentProps) {
  const { capture, segments } = state;
  const player = usePlayer(capture, startAt);
  return (
    <PlayerContext.Provider value={player}>
      {player !== null && capture.mediaUrl !== null && (
        <PlayBar player={player} url={capture.mediaUrl} segments={segments} />
      )}
      <div className="log">
        <div className="column capture">
          <CaptureStatus state={state} onChanged={() => void onChanged()} />
          {capture.type === "note" ? (
            <>
              <NoteText capture={capture} onChanged={onChanged} />
              <Summary text={capture.summary} />
              <Suggestions captureId={capture.id} suggestions={state.suggestions} />
            </>
          ) : (
            <Recording state={state} startAt={startAt} onChanged={onChanged} />
          )}
        </div>
      </div>
    </PlayerContext.Provider>
  );
}

/** What became of a recording, or what was said in it. */
function Recording({ state, startAt, onChanged }: ContentProps) {
  const { capture, segments, suggestions } = state;
  /** Whether the notes have room next to what was said; they are in the overview in any case. */
  const isWide = useMedia("(min-width: 1200px)");
  const [tab, setTab] = useState<"overview" | "transcript">(startAt === null ? "overview" : "transcript");
  useEffect(() => {
    if (startAt !== null) setTab("transcript");
  }, [startAt]);
  if (segments.length === 0)
    return (
      <>
        <Suggestions captureId={capture.id} suggestions={suggestions} />
        <Notes capture={capture} onChanged={onChanged} />
      </>
    );
  return (
    <>
      <Tabs
        label={words.captures.recording}
        chosen={tab}
        onChoose={setTab}
        tabs={[
          { value: "overview", label: words.captures.overview },
          {
            value: "transcript",
            label: (
              <>
                {words.captures.transcript} <span className="count">{segments.length}</span>
              </>
            ),
          },
        ]}
      />
      <div {...panelOf(tab)} className="panel">
        {tab === "overview" ? (
          <>
            <Summary text={capture.summary} />
            <Suggestions captureId={capture.id} suggestions={suggestions} />
            <Notes capture={capture} onChanged={onChanged} />
          </>
        ) : (
          <div className={isWide ? "with-notes" : ""}>
            <Transcript captureId={capture.id} segments={segments} onChanged={() => void onChanged()} />
            {isWide && <Notes capture={capture} onChanged={onChanged} />}
          </div>
        )}
      </div>
    </>
  );
}

/** The player of the sound, at the second that the address names; null where there is no sound. */
function usePlayer({ mediaUrl, durationSeconds }: CaptureFull, startAt: number | null): Player | null {
  const player = useMemo(
    () => (mediaUrl === null ? null : createPlayer(mediaUrl, durationSeconds ?? 0)),
    [mediaUrl, durationSeconds],
  );
  useEffect(() => () => player?.dispose(), [player]);
  useEffect(() => {
    if (startAt !== null) player?.playAt(startAt);
  }, [player, startAt]);
  return player;
}
