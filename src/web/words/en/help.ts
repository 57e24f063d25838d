/** The keys, in English. */

interface HelpGroup {
  readonly title: string;
  readonly keys: readonly (readonly [string, string])[];
}

export const help = {
  help: {
    title: "Keys",
    groups: [
      {
        title: "Everywhere",
        keys: [
          ["Ctrl K", "Everything by name"],
          ["/", "Search in texts"],
          ["C", "Add a todo"],
          ["Z", "Undo"],
          ["Shift Z", "Do again"],
          ["?", "These keys"],
          ["Esc", "Back"],
        ],
      },
      {
        title: "Go to",
        keys: [
          ["G D", "Today"],
          ["G T", "Todos"],
          ["G L", "A list"],
          ["G I", "Requests"],
          ["G C", "Chats"],
          ["G R", "Captures"],
          ["G A", "Agents"],
          ["G S", "Schedules"],
          ["G ,", "Settings"],
        ],
      },
      {
        title: "On a list",
        keys: [
          ["J K", "Down and up"],
          ["X", "Select"],
          ["Shift ↓", "Select more"],
          ["Ctrl A", "Select all"],
          ["Enter", "Open"],
        ],
      },
      {
        title: "On a board",
        keys: [
          ["↑ ↓ ← →", "To another card"],
          ["Shift ← →", "Move to another column"],
          ["Shift ↑ ↓", "Move up and down"],
          ["X", "Select"],
          ["Shift J K", "Select more"],
        ],
      },
      {
        title: "On a calendar",
        keys: [
          ["↑ ↓ ← →", "To another day"],
          ["X", "Select what is due that day"],
          ["Shift →", "Select more days"],
        ],
      },
      {
        title: "On a request",
        keys: [
          ["A", "Approve"],
          ["E", "Edit"],
          ["R", "Answer"],
          ["⌫", "Reject"],
        ],
      },
      {
        title: "In a chat",
        keys: [
          ["Enter", "Send"],
          ["[ ]", "To your message before or after"],
          ["Ctrl .", "Stop the agent"],
        ],
      },
      {
        title: "In a recording",
        keys: [
          ["Space", "Play or pause"],
          ["← →", "5 seconds back or forward"],
          ["N", "Write notes"],
        ],
      },
      {
        title: "On todos",
        keys: [
          ["D", "Done"],
          ["S", "In progress"],
          ["0 1 2 3 4", "Priority"],
          ["T", "Due"],
          ["L", "List"],
          ["A", "Assign"],
          ["E", "Title"],
          ["⌫", "Archive"],
        ],
      },
    ] as readonly HelpGroup[],
  },
} as const;
