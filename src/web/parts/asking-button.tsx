/** A button for what cannot be taken back: it asks before it acts. */
import { useState } from "preact/hooks";
import { Confirm } from "./confirm.tsx";

export interface AskingButtonProps {
  readonly label: string;
  /** For who listens, where the label alone does not say what it is about. */
  readonly name?: string;
  readonly question: string;
  readonly onYes: () => void;
}

export function AskingButton({ label, name, question, onYes }: AskingButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const answer = (isYes: boolean): void => {
    setAsking(false);
    if (isYes) onYes();
  };
  return (
    <>
      <button type="button" className="outlined danger" aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </button>
      {isAsking && <Confirm question={question} yes={label} onAnswer={answer} />}
    </>
  );
}
