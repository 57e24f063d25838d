/** Requests of agents, in English. */
import { counting } from "../../base/counting.ts";

const count = counting("en");

export const requests = {
  verdicts: {
    pending: "Waits for a decision",
    approved: "Approved",
    edited: "Approved with changes",
    rejected: "Rejected",
    responded: "Answered",
    expired: "Expired",
    cancelled: "Taken back",
  },
  inbox: {
    request: "Request",
    anAgent: "An agent",
    asks: (agent: string) => `Request of ${agent}`,
    wants: "asks to",
    wanted: "asked to",
    remember: "From now on in this chat, let it do the like without asking",
    erased: "What it asked for was erased with the note or recording whose content it carried.",
    wouldHave: "Not carried out. This is what it would have done:",
    classes: {
      permissions: "Always asked: it changes what agents are and may do.",
      irreversible: "Always asked: it cannot be taken back.",
      standing: "Always asked: it sets agents to work, now or again and again.",
      outward: "Always asked: it goes to somebody outside. Owners can allow a tool under Settings.",
    },
    step: (position: number, of: number) => `${position} of ${of} in one step; the agent goes on when all are decided.`,
    approveAll: (number: number) => `Approve all ${number}`,
    stale: "What it is about was changed since it asked, or has gone.",
    guidance: (text: string) => `When to ask: ${text}`,
    approve: "Approve",
    edit: "Edit",
    respond: "Answer",
    reject: "Reject",
    comment: { respond: "Your answer", reject: "Why not? (may stay empty)", edit: "" },
    send: { respond: "Answer", reject: "Reject", edit: "Approve with changes" },
    expires: (time: string) => `Open until ${time}`,
    ends: (soon: string) => `Expires ${soon}`,
    firstEnds: (soon: string) => `The first expires ${soon}.`,
    by: (name: string) => `by ${name}`,
    openChat: "Open the chat",
    whatComes:
      "When an agent wants to do something that it may not do alone, it asks here: you approve it, change it, answer or reject it.",
    askSomething: "Ask an agent something",
    seeAgents: "See the agents",
    decidedLast: "Decided last",
    notifications: "Notifications",
    waiting: (number: number) => count(number, "request of an agent waits for you", "requests of agents wait for you"),
    look: "Look",
    see: {
      todo: "See the todo",
      todo_list: "See the list",
      agent: "See the agent",
      chat: "See the chat",
      capture: "See the note or recording",
    },
  },
} as const;
