/** What follows the printed link: the name of the workspace, who answers, a first todo, a first request of an agent. Each can wait. */
import type { ComponentChildren } from "preact";
import { go, refine, type Route } from "../../base/routes.ts";
import { useStore, useValue } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "../sign-in/form.tsx";
import { Front } from "../sign-in/screen.tsx";
import { AskAgent } from "./ask-agent.tsx";
import { FirstQuestion } from "./first-question.tsx";
import { FirstTodo } from "./first-todo.tsx";
import { SpeechQuestion } from "./speech-question.tsx";

const steps = ["workspace", "answers", "speech", "todo", "agent"] as const;
type Step = (typeof steps)[number];

/** As people count them: the account was the first, and both questions of who does what are one. */
const numbers: Readonly<Record<Step, number>> = { workspace: 2, answers: 3, speech: 3, todo: 4, agent: 5 };

export function FirstSteps({ route }: { readonly route: Route }) {
  const step = steps.find((one) => one === route.query.get("step")) ?? "workspace";
  const at = steps.indexOf(step);
  const next = (): void => {
    const following = steps[at + 1];
    if (following === undefined) go("/today");
    else refine(`/setup?step=${following}`);
  };
  return (
    <Front>
      <p className="soft steps">{words.firstSteps.progress(numbers[step], numbers.agent)}</p>
      <StepView step={step} onNext={next} />
      <p className="hint">
        <button type="button" className="quiet link" onClick={next}>
          {words.firstSteps.later}
        </button>
      </p>
    </Front>
  );
}

interface StepProps {
  readonly step: Step;
  readonly onNext: () => void;
}

function StepView({ step, onNext }: StepProps) {
  const { todo, agent } = words.firstSteps;
  switch (step) {
    case "workspace":
      return <WorkspaceName onNext={onNext} />;
    case "answers":
      return <FirstQuestion onDone={onNext} />;
    case "speech":
      return <SpeechQuestion onDone={onNext} />;
    case "todo":
      return (
        <Card title={todo.title} text={todo.text}>
          <FirstTodo onNext={onNext} />
        </Card>
      );
    case "agent":
    default:
      return (
        <Card title={agent.title} text={agent.text}>
          <AskAgent />
        </Card>
      );
  }
}

interface CardProps {
  readonly title: string;
  readonly text: string;
  readonly children: ComponentChildren;
}

function Card({ title, text, children }: CardProps) {
  return (
    <div className="card form">
      <h1>{title}</h1>
      <p className="soft">{text}</p>
      {children}
    </div>
  );
}

function WorkspaceName({ onNext }: { readonly onNext: () => void }) {
  const store = useStore();
  const session = useValue(store.session);
  const { workspace } = words.firstSteps;
  const name =
    session.kind === "in" ? (session.workspaces.find(({ id }) => id === session.workspaceId)?.name ?? "") : "";
  const save = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    const wanted = fields["name"]?.trim() ?? "";
    if (wanted !== name) await store.renameWorkspace(wanted);
    onNext();
  };
  return (
    <Form title={workspace.title} submit={words.firstSteps.next} onSubmit={save}>
      <p className="soft">{workspace.text}</p>
      <Field label={workspace.name} name="name" required maxLength={200} defaultValue={name} autofocus />
    </Form>
  );
}
