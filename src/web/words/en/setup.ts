/** The first steps, in English. */
export const firstSteps = {
  firstSteps: {
    progress: (step: number, of: number) => `Step ${step} of ${of}`,
    next: "Next",
    later: "Later",
    workspace: {
      title: "What is this place called?",
      text: "A workspace holds todos, notes and agents, and the people you invite. You can rename it at any time.",
      name: "Name of the workspace",
    },
    todo: {
      title: "Your first todo",
      text: "One line is enough: a day, @a list and !a priority are understood while you type.",
      added: (title: string) => `“${title}” is on your list.`,
    },
    agent: {
      title: "Let an agent do something",
      text: "It asks before it changes anything: you see what would change, and decide.",
      message: (title: string) => `Make “${title}” urgent`,
      asks: "The assistant asks me before it changes anything",
      send: "Ask it",
      none: "It needs a todo to work on: add one first.",
    },
  },
} as const;
