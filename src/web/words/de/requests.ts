/** Anfragen von Agenten, auf Deutsch. */
import { counting } from "../../base/counting.ts";

const count = counting("de");

export const requests = {
  verdicts: {
    pending: "Wartet auf eine Entscheidung",
    approved: "Genehmigt",
    edited: "Mit Änderungen genehmigt",
    rejected: "Abgelehnt",
    responded: "Beantwortet",
    expired: "Abgelaufen",
    cancelled: "Zurückgezogen",
  },
  inbox: {
    request: "Anfrage",
    anAgent: "Ein Agent",
    asks: (agent: string) => `Anfrage von ${agent}`,
    wants: "möchte",
    wanted: "wollte",
    remember: "In diesem Chat darf er dergleichen künftig ohne zu fragen",
    erased: "Worum er bat, wurde mit der Notiz oder Aufnahme gelöscht, deren Inhalt es enthielt.",
    wouldHave: "Nicht ausgeführt. So wäre es geworden:",
    classes: {
      permissions: "Braucht immer deine Zustimmung: Es ändert, was Agenten sind und dürfen.",
      irreversible: "Braucht immer deine Zustimmung: Es lässt sich nicht rückgängig machen.",
      standing: "Braucht immer deine Zustimmung: Es lässt Agenten arbeiten, jetzt oder immer wieder.",
      outward:
        "Braucht immer deine Zustimmung: Es geht nach außen. Eigentümer können ein Werkzeug unter Einstellungen erlauben.",
    },
    step: (position: number, of: number) =>
      `${position} von ${of} in einem Schritt; der Agent macht weiter, wenn alle entschieden sind.`,
    approveAll: (number: number) => `Alle ${number} genehmigen`,
    stale: "Worum es geht, wurde seit der Anfrage geändert oder gibt es nicht mehr.",
    guidance: (text: string) => `Wann er fragt: ${text}`,
    approve: "Genehmigen",
    edit: "Ändern",
    respond: "Antworten",
    reject: "Ablehnen",
    comment: { respond: "Deine Antwort", reject: "Warum nicht? (darf leer bleiben)", edit: "" },
    send: { respond: "Antworten", reject: "Ablehnen", edit: "Mit Änderungen genehmigen" },
    expires: (time: string) => `Offen bis ${time}`,
    ends: (soon: string) => `Verfällt ${soon}`,
    firstEnds: (soon: string) => `Die erste verfällt ${soon}.`,
    by: (name: string) => `von ${name}`,
    openChat: "Chat öffnen",
    whatComes:
      "Will ein Agent etwas tun, das er nicht allein darf, fragt er hier: Du genehmigst es, änderst es, antwortest oder lehnst ab.",
    askSomething: "Einen Agenten etwas fragen",
    seeAgents: "Agenten ansehen",
    decidedLast: "Zuletzt entschieden",
    notifications: "Benachrichtigungen",
    waiting: (number: number) =>
      count(number, "Anfrage eines Agenten wartet auf dich", "Anfragen von Agenten warten auf dich"),
    look: "Ansehen",
    see: {
      todo: "Aufgabe ansehen",
      todo_list: "Liste ansehen",
      agent: "Agenten ansehen",
      chat: "Chat ansehen",
      capture: "Notiz oder Aufnahme ansehen",
    },
  },
};
