/** Die ersten Schritte, auf Deutsch. */
export const firstSteps = {
  firstSteps: {
    progress: (step: number, of: number) => `Schritt ${step} von ${of}`,
    next: "Weiter",
    later: "Später",
    workspace: {
      title: "Wie heißt dieser Ort?",
      text: "Ein Bereich hält Aufgaben, Notizen und Agenten und die Menschen, die du einlädst. Umbenennen geht jederzeit.",
      name: "Name des Bereichs",
    },
    todo: {
      title: "Deine erste Aufgabe",
      text: "Eine Zeile genügt: ein Tag, @eine Liste und !eine Priorität werden beim Tippen verstanden.",
      added: (title: string) => `„${title}“ steht auf deiner Liste.`,
    },
    agent: {
      title: "Lass einen Agenten etwas tun",
      text: "Er fragt, bevor er etwas ändert: Du siehst, was sich ändern würde, und entscheidest.",
      message: (title: string) => `Setze die Priorität von „${title}“ auf dringend`,
      asks: "Der Assistent fragt mich, bevor er etwas ändert",
      send: "Fragen",
      none: "Er braucht eine Aufgabe, an der er arbeitet: Lege zuerst eine an.",
    },
  },
};
