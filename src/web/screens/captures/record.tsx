/** A recording is begun, or why there is none. */
import { startRecording } from "../../audio/recorder.ts";
import { go } from "../../base/routes.ts";
import { Icon } from "../../parts/icons.tsx";
import { Head } from "../../parts/screen.tsx";
import { useStore, useValue } from "../../parts/use.ts";
import type { NoRecording } from "../../store/recording.ts";
import { words } from "../../words/index.ts";
import { BackToList } from "./back.tsx";
import { Running } from "./running.tsx";

export function RecordView() {
  const store = useStore();
  const recording = useValue(store.recording);
  const none = useValue(store.noRecording) ?? (isSecureContext ? null : insecure);
  return (
    <div className="chat">
      <Head title={recording === null ? words.record.title : words.record.now}>
        <BackToList />
      </Head>
      <div className="log">
        <div className="column recording">
          {recording === null ? (
            <NotYet none={none} onStart={() => startRecording(store)} />
          ) : (
            <Running recording={recording} />
          )}
        </div>
      </div>
    </div>
  );
}

const insecure: NoRecording = { refusal: "insecure" };

function NotYet({ none, onStart }: { readonly none: NoRecording | null; readonly onStart: () => void }) {
  const isInsecure = none !== null && "refusal" in none && none.refusal === "insecure";
  return (
    <>
      {none !== null && (
        <p className="problem" role="alert">
          {"refusal" in none ? words.record.refusals[none.refusal] : none.reason}{" "}
          {"isSpent" in none && none.isSpent && (
            <button type="button" className="quiet link" onClick={() => go("/settings#minutes")}>
              {words.chat.minutes}
            </button>
          )}
        </p>
      )}
      {isInsecure ? <SecureAddress /> : <Start onStart={onStart} />}
    </>
  );
}

function Start({ onStart }: { readonly onStart: () => void }) {
  return (
    <>
      <button type="button" className="primary large" onClick={onStart}>
        <Icon name="mic" size={20} /> {words.record.start}
      </button>
      <p className="soft hint">{words.record.hint}</p>
    </>
  );
}

/** What the operator of the service does about it, with the port at which this page was served. */
function SecureAddress() {
  const port = location.port === "" ? "80" : location.port;
  return (
    <details className="secure-address">
      <summary>{words.record.tls.title}</summary>
      <p>{words.record.tls.proxy}</p>
      <pre>{`work.example.com {
    reverse_proxy 127.0.0.1:${port}
}`}</pre>
      <p>{words.record.tls.address}</p>
      <pre>DAYSHIFT_PUBLIC_URL=https://work.example.com DAYSHIFT_TRUSTED_PROXIES=127.0.0.1</pre>
      <p className="soft">
        {words.record.tls.more} <code>docs/operations.md</code>
      </p>
    </details>
  );
}
