/** Das Konto: ein vergessenes Passwort, und was man für sich einstellt. */

export const account = {
  reset: {
    forgot: "Passwort vergessen?",
    title: "Ein neues Passwort",
    text: "Wir schicken einen Link an deine Adresse. Er gilt einmal, eine Stunde lang.",
    send: "Link schicken",
    sentTitle: "Sieh in dein Postfach",
    sent: "Wenn jemand hier diese Adresse hat, ist ein Link dorthin unterwegs.",
    byOperator:
      "Dieser Dienst verschickt keine E-Mails. Wer ihn betreibt, setzt dir ein neues Passwort, mit dem Befehl",
    newTitle: "Wähle ein neues Passwort",
    newPassword: "Neues Passwort",
    ends: "Das meldet dich überall ab und beendet deine API-Schlüssel und verbundenen Apps.",
    set: "Passwort setzen",
    doneTitle: "Dein Passwort ist gesetzt",
    done: "Melde dich jetzt damit an.",
    back: "Zurück zur Anmeldung",
  },
  workspaces: {
    named: (workspace: string, person: string) => `Arbeitsbereich: ${workspace}, ${person}`,
    switchTo: (workspace: string) => `Zu „${workspace}“ wechseln`,
    removed: (workspace: string) => `Du gehörst nicht mehr zu „${workspace}“.`,
    found: (workspace: string) => `Das gehört zum Arbeitsbereich „${workspace}“, der jetzt gezeigt wird.`,
    recording: "Diese Seite nimmt auf. Beende die Aufnahme, dann wechsle den Arbeitsbereich.",
  },
  account: {
    title: "Dein Konto",
    save: "Dort beginnen",
    beginsIn: "Beginnen in",
    password: "Passwort",
    current: "Jetziges Passwort",
    change: "Passwort ändern",
    keepApiKeys: "Meine API-Schlüssel so lassen",
    ended: (sessions: number, apps: number, keys: number) =>
      `Geändert. Beendet: ${sessions} Sitzungen, ${apps} verbundene Apps, ${keys} API-Schlüssel.`,
  },
};
