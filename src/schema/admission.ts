/** Shape of the answer to "why did it not run?": each thing that can keep a todo from being run, and until when it does. */
import * as v from "valibot";
import { id, instant } from "./common.ts";
import { scheduledOccurrence } from "./schedule.ts";

const part = {
  holds: v.pipe(v.boolean(), v.description("True when this keeps it from starting, as things stand.")),
  why: v.pipe(v.string(), v.description("The same in words, with what can be done about it.")),
  until: v.pipe(
    v.nullable(instant),
    v.description("When it holds no longer; null when it does not hold, or something else than time must happen."),
  ),
};

export const todoAdmission = v.object({
  object: v.literal("todo_admission"),
  todoId: id,
  startedBy: v.pipe(
    v.picklist(["schedule", "person"]),
    v.description("Who the answer is about: the next occurrence of the schedule, or, without one, a run by hand."),
  ),
  occurrence: v.pipe(
    v.nullable(scheduledOccurrence),
    v.description("The one that starts next, due already or planned. The parts are judged for its moment."),
  ),
  latestOccurrence: v.pipe(
    v.nullable(scheduledOccurrence),
    v.description("The last one whose time has come, with what became of it."),
  ),
  isHeld: v.pipe(v.boolean(), v.description("True when a part holds.")),
  startsAt: v.pipe(
    v.nullable(instant),
    v.description("When the occurrence starts, as things stand; null when a person or a run must act first."),
  ),
  summary: v.pipe(v.string(), v.description("What holds, in words.")),
  schedule: v.object(part),
  agent: v.object({ ...part, agentId: v.pipe(v.nullable(id), v.description("The agent that is to run it.")) }),
  hours: v.object(part),
  budget: v.object({
    ...part,
    remainingMinutes: v.pipe(
      v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
      v.description("Whole minutes that the organization has left this month; null without a budget."),
    ),
  }),
  overlap: v.object({
    ...part,
    runId: v.pipe(v.nullable(id), v.description("The run of the todo that is going on.")),
    chatId: v.nullable(id),
  }),
  approval: v.object({
    ...part,
    approvalIds: v.pipe(v.array(id), v.description("What the run that is going on waits for people to decide.")),
  }),
});

export type TodoAdmission = v.InferOutput<typeof todoAdmission>;
