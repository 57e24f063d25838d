/** Die Tasten, auf Deutsch. */
export const help = {
  help: {
    title: "Tasten",
    groups: [
      {
        title: "Überall",
        keys: [
          ["Ctrl K", "Alles beim Namen"],
          ["/", "In Texten suchen"],
          ["C", "Aufgabe hinzufügen"],
          ["Z", "Rückgängig"],
          ["Shift Z", "Wiederholen"],
          ["?", "Diese Tasten"],
          ["Esc", "Zurück"],
        ],
      },
      {
        title: "Gehen zu",
        keys: [
          ["G D", "Heute"],
          ["G T", "Aufgaben"],
          ["G L", "Eine Liste"],
          ["G I", "Anfragen"],
          ["G C", "Chats"],
          ["G R", "Notizen"],
          ["G A", "Agenten"],
          ["G S", "Zeitpläne"],
          ["G ,", "Einstellungen"],
        ],
      },
      {
        title: "In einer Liste",
        keys: [
          ["J K", "Hinunter und hinauf"],
          ["X", "Auswählen"],
          ["Shift ↓", "Mehr auswählen"],
          ["Ctrl A", "Alles auswählen"],
          ["Enter", "Öffnen"],
        ],
      },
      {
        title: "Auf der Tafel",
        keys: [
          ["↑ ↓ ← →", "Zu einer anderen Karte"],
          ["Shift ← →", "In eine andere Spalte"],
          ["Shift ↑ ↓", "Hinauf und hinunter"],
          ["X", "Auswählen"],
          ["Shift J K", "Mehr auswählen"],
        ],
      },
      {
        title: "Im Kalender",
        keys: [
          ["↑ ↓ ← →", "Zu einem anderen Tag"],
          ["X", "Auswählen, was an dem Tag fällig ist"],
          ["Shift →", "Mehr Tage auswählen"],
        ],
      },
      {
        title: "Bei einer Anfrage",
        keys: [
          ["A", "Genehmigen"],
          ["E", "Ändern"],
          ["R", "Antworten"],
          ["⌫", "Ablehnen"],
        ],
      },
      {
        title: "In einem Chat",
        keys: [
          ["Enter", "Senden"],
          ["[ ]", "Zur eigenen Nachricht davor oder danach"],
          ["Strg .", "Agenten anhalten"],
        ],
      },
      {
        title: "In einer Aufnahme",
        keys: [
          ["Leertaste", "Abspielen oder anhalten"],
          ["← →", "5 Sekunden zurück oder vor"],
          ["N", "Notizen schreiben"],
        ],
      },
      {
        title: "Bei Aufgaben",
        keys: [
          ["D", "Erledigt"],
          ["S", "In Arbeit"],
          ["0 1 2 3 4", "Priorität"],
          ["T", "Fällig"],
          ["L", "Liste"],
          ["A", "Zuweisen"],
          ["E", "Titel"],
          ["⌫", "Archivieren"],
        ],
      },
    ],
  },
} as const;
