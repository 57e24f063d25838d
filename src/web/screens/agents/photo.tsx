/** The photo of an agent: chosen from files, and taken away. */
import { useRef, useState } from "preact/hooks";
import type { Agent } from "../../../schema/agent.ts";
import { imageBytes } from "../../../schema/image-bytes.ts";
import { photoTypes } from "../../../schema/image-head.ts";
import { fitting } from "../../base/fitting.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

/** Pixels of a side of what is made smaller: enough for every place that shows it. */
const smallerSide = 512;

export function Photo({ agent: { id, name, profilePhotoUrl } }: { readonly agent: Agent }) {
  const { client, agents, notices } = useStore();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const change = async (to: () => Promise<Agent>): Promise<void> => {
    setBusy(true);
    try {
      agents.put(await to());
    } catch (error) {
      notices.show({ text: words.refused(words.agents.photo, describe(error)), isProblem: true });
    } finally {
      setBusy(false);
    }
  };
  const give = async (file: File): Promise<Agent> => {
    const bytes = await fitting(file, imageBytes.photo, smallerSide);
    return client.setAgentPhoto({ agentId: id, bytes, contentType: bytes.type });
  };
  return (
    <div className="photo" role="group" aria-label={words.agents.photo}>
      <Avatar id={id} name={name} isAgent />
      <input
        ref={input}
        type="file"
        hidden
        accept={photoTypes.join(",")}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) void change(() => give(file));
          currentTarget.value = ""; // the same file may be chosen again
        }}
      />
      <button type="button" className="outlined" disabled={isBusy} onClick={() => input.current?.click()}>
        {profilePhotoUrl === null ? words.agents.choosePhoto : words.agents.changePhoto}
      </button>
      {profilePhotoUrl !== null && (
        <button
          type="button"
          className="quiet soft"
          disabled={isBusy}
          onClick={() => void change(() => client.removeAgentPhoto({ agentId: id }))}
        >
          {words.agents.removePhoto}
        </button>
      )}
    </div>
  );
}
