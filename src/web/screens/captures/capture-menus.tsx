/** What can be done with a note or a recording: export it, archive it. */
import type { CaptureFull } from "../../../schema/capture.ts";
import { titleOf } from "../../parts/capture-title.ts";
import { Icon } from "../../parts/icons.tsx";
import { Menu } from "../../parts/menu.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

const forNotes = ["txt", "markdown"] as const;
const forRecordings = ["txt", "markdown", "vtt", "srt"] as const;
type Format = (typeof forRecordings)[number];

export function CaptureMenus({ capture, onGone }: { readonly capture: CaptureFull; readonly onGone: () => void }) {
  const { client, captures, notices, actions } = useStore();
  const captureId = capture.id;
  const fail = (what: string) => (error: unknown) =>
    notices.show({ text: words.refused(what, describe(error)), isProblem: true });
  const save = (format: Format): void => {
    client
      .exportCapture({ captureId, format })
      .then(({ text, contentType }) =>
        saveFile(
          new Blob([text], { type: contentType }),
          `${fileName(capture)}.${format === "markdown" ? "md" : format}`,
        ),
      )
      .catch(fail(words.captures.export));
  };
  const restore = async (): Promise<void> => {
    captures.put({ ...capture, ...(await client.restoreCapture({ captureId })) });
  };
  const putAway = async (): Promise<void> => {
    await client.deleteCapture({ captureId });
    captures.put({ ...capture, isArchived: true });
  };
  const archive = (): void => {
    actions.run({ label: words.about(words.captures.archived, titleOf(capture)), redo: putAway, undo: restore });
    onGone();
  };
  const formats: readonly Format[] = capture.type === "note" ? forNotes : forRecordings;
  return (
    <>
      <Menu
        label={words.captures.export}
        className="bare"
        choices={formats.map((value) => ({ value, label: words.captures.formats[value] }))}
        onChoose={save}
      >
        <Icon name="download" />
      </Menu>
      <button type="button" className="bare" aria-label={words.captures.archive} onClick={archive}>
        <Icon name="archive" />
      </button>
    </>
  );
}

function fileName({ title, type }: CaptureFull): string {
  const name = (title ?? "").replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "");
  return name === "" ? type : name.slice(0, 60);
}
