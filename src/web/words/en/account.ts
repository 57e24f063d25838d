/** The account of a person: a forgotten password, and what they set for themselves. */

export const account = {
  reset: {
    forgot: "Forgotten your password?",
    title: "A new password",
    text: "We send a link to your address. It works once, for an hour.",
    send: "Send the link",
    sentTitle: "Look into your mailbox",
    sent: "If somebody here has this address, a link is on its way to it.",
    byOperator: "This service sends no e-mails. Whoever runs it sets a new password for you, with the command",
    newTitle: "Choose another password",
    newPassword: "New password",
    ends: "This signs you out everywhere, and ends your API keys and connected apps.",
    set: "Set the password",
    doneTitle: "Your password is set",
    done: "Sign in with it now.",
    back: "Back to the sign-in",
  },
  workspaces: {
    named: (workspace: string, person: string) => `Workspace: ${workspace}, ${person}`,
    switchTo: (workspace: string) => `Switch to ${workspace}`,
    removed: (workspace: string) => `You are not a member of “${workspace}” any more.`,
    found: (workspace: string) => `This is in the workspace “${workspace}”, which is shown now.`,
    recording: "This page is recording. End the recording, then switch the workspace.",
  },
  account: {
    title: "Your account",
    save: "Begin there",
    beginsIn: "Begin in",
    password: "Password",
    current: "Current password",
    change: "Change the password",
    keepApiKeys: "Leave my API keys as they are",
    ended: (sessions: number, apps: number, keys: number) =>
      `Changed. Ended: ${sessions} sessions, ${apps} connected apps, ${keys} API keys.`,
  },
} as const;
