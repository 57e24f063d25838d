/** Asks before something that cannot be taken back. */
import { words } from "../words/index.ts";
import { Dialog } from "./dialog.tsx";

export interface ConfirmProps {
  readonly question: string;
  readonly yes: string;
  readonly no?: string;
  readonly onAnswer: (isYes: boolean) => void;
}

export function Confirm({ question, yes, no = words.cancel, onAnswer }: ConfirmProps) {
  return (
    <Dialog label={question} className="ask" onClose={() => onAnswer(false)}>
      {() => (
        <>
          <p>{question}</p>
          <p className="buttons">
            <button type="button" className="outlined danger" onClick={() => onAnswer(true)}>
              {yes}
            </button>
            <button type="button" className="outlined" autofocus onClick={() => onAnswer(false)}>
              {no}
            </button>
          </p>
        </>
      )}
    </Dialog>
  );
}
