/** "Why does it not run?": each thing that can hold a todo up, in words, until when, and where it is solved. */
import { useEffect, useState } from "preact/hooks";
import type { TodoAdmission } from "../../../schema/admission.ts";
import { go } from "../../base/routes.ts";
import { momentInWords } from "../../parts/due.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Failed, Loading } from "../../parts/screen.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

const parts = ["schedule", "agent", "hours", "budget", "overlap", "approval"] as const;

export interface WhyProps {
  readonly todoId: string;
  /** Asked again when this changes. */
  readonly version: string;
}

export function Why({ todoId, version }: WhyProps) {
  const { client } = useStore();
  const [answer, setAnswer] = useState<TodoAdmission | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = (): void => {
    setProblem(null);
    client.getTodoAdmission({ todoId }).then(setAnswer, (error: unknown) => setProblem(describe(error)));
  };
  useEffect(ask, [todoId, version]);
  if (problem !== null) return <Failed reason={problem} onRetry={ask} />;
  if (answer === null) return <Loading />;
  return (
    <div className="why">
      <p>
        {answer.isHeld ? answer.summary : words.schedules.free}{" "}
        {answer.startsAt !== null && (
          <span className="soft">{words.schedules.starts(momentInWords(answer.startsAt))}</span>
        )}
      </p>
      <ul>
        {parts.map((name) => (
          <Part key={name} name={name} answer={answer} />
        ))}
      </ul>
    </div>
  );
}

function Part({ name, answer }: { readonly name: (typeof parts)[number]; readonly answer: TodoAdmission }) {
  const { holds, why, until } = answer[name];
  const solve = holds ? solutionOf(name, answer) : null;
  // A time that is still to come is nothing to warn of.
  const isPlanned = name === "schedule" && until !== null;
  return (
    <li className={holds && !isPlanned ? "holds" : ""}>
      <Icon name={isPlanned ? "clock" : holds ? "warning" : "check"} size={14} />
      <strong>{words.schedules.parts[name]}</strong>
      <span className="grow" dir="auto">
        {why}
        {until !== null && <span className="soft"> {words.schedules.until(momentInWords(until))}</span>}
      </span>
      {solve !== null && (
        <button type="button" className="quiet link" onClick={() => go(solve.href)}>
          {solve.label}
        </button>
      )}
    </li>
  );
}

/** Where a person solves it. */
function solutionOf(
  name: (typeof parts)[number],
  { agent, approval, overlap }: TodoAdmission,
): { readonly label: string; readonly href: string } | null {
  const { solve } = words.schedules;
  const [approvalId] = approval.approvalIds;
  if (name === "hours" && agent.agentId !== null)
    return { label: solve.hours, href: `/agents/${agent.agentId}?tab=hours` };
  if (name === "budget") return { label: solve.budget, href: "/settings#minutes" };
  if (name === "approval" && approvalId !== undefined) return { label: solve.approval, href: `/inbox/${approvalId}` };
  if (name === "overlap" && overlap.chatId !== null) return { label: solve.overlap, href: `/chats/${overlap.chatId}` };
  return null;
}
