/** Wer Sprache in Text verwandelt, auf Deutsch. */
export const speech = {
  speech: {
    title: "Wer macht aus Sprache Text?",
    text: "Aufnahmen verschriftlicht ein Spracherkennungs-Server: auf diesem Rechner oder bei einem Anbieter, dessen Schlüssel du hast. Ohne ihn bleibt der Ton gespeichert und lässt sich später verschriftlichen. Unter Einstellungen lässt es sich jederzeit ändern.",
    looking: "Suche nach Spracherkennung auf diesem Rechner…",
    otherHint: "Einer mit /audio/transcriptions: whisper.cpp, Speaches, LocalAI und andere.",
    nobody: "Niemand",
    nobodyHint: "Aufnahmen behalten ihren Ton und lassen sich verschriftlichen, sobald es einen Server gibt.",
    nameHint: "Wie der Server es nennt; whisper.cpp nimmt jeden Namen.",
    trying: "Wird mit einer Sekunde Ton ausprobiert. Ein Server, der erst sein Modell lädt, braucht dafür eine Minute…",
    works: "Er nimmt Ton an und antwortet.",
    problems: {
      unreachable: "Unter dieser Adresse antwortet niemand.",
      key_refused: "Der Server hat den Schlüssel abgelehnt.",
      unknown_model:
        "Der Server kennt die Adresse oder das Modell nicht. whisper.cpp muss mit --inference-path /v1/audio/transcriptions gestartet werden.",
      no_speech_server: "Was unter dieser Adresse antwortet, ist keine Spracherkennung.",
      too_slow: "Der Server brauchte mehr als zwei Minuten für eine Sekunde Ton.",
      sound_refused: "Der Server hat den Ton nicht angenommen oder ist daran gescheitert. Sein Protokoll sagt, warum.",
    },
    inUse: (name: string) => `${name} verschriftlicht Aufnahmen.`,
    none: "Niemand verschriftlicht Aufnahmen; ihr Ton bleibt gespeichert.",
    byEnvironment: "Umgebungsvariablen nennen den Server; dort wird er geändert (DAYSHIFT_TRANSCRIBE_MODEL).",
    earlier: "Aufnahmen, die nicht verschriftlicht wurden, haben dafür einen Knopf, wo sie gezeigt werden.",
  },
};
