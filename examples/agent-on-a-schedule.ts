/** An agent that works on a todo every Monday at nine. It is started once by hand, too, so that there is something to see at once. */
import { createClient } from "dayshift/client";

const dayshift = createClient({
  url: process.env["DAYSHIFT_URL"] ?? "http://127.0.0.1:8787",
  token: process.env["DAYSHIFT_KEY"] ?? "",
});

const agent = await dayshift.createAgent({
  name: `Planner ${new Date().toISOString()}`,
  instructions: "Look at what is due this week and say it in a few lines.",
  requiresApproval: false,
});
const todo = await dayshift.createTodo({
  title: "What is due this week?",
  type: "responsibility",
  assignees: [{ id: agent.id, type: "agent" }],
  schedule: { rrule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0", timezone: "Europe/Berlin" },
});
console.log(`${agent.name} works on it next at ${todo.nextRunAt}.`);

const run = await dayshift.runTodo({ todoId: todo.id });
const { chat, messages } = await dayshift.waitForChat(run.chatId);
console.log(`${chat.status}: ${messages.at(-1)?.text ?? chat.errorMessage}`);
