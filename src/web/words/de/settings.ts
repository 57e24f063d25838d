/** Die Einstellungen, auf Deutsch. */
import { counting } from "../../base/counting.ts";

const count = counting("de");

export const settings = {
  once: { copied: "Kopiert", marked: "Es ist markiert: Kopiere es mit Strg C oder ⌘ C." },
  notify: {
    title: "Benachrichtigungen",
    text: "Wenn ein Agent dich fragt, ein geplanter Lauf endet oder eine Aufgabe von dir nach ihrem Plan fällig wird.",
    inApp: "In der App, unter Anfragen",
    email: "Per E-Mail",
    push: "Als Hinweis auf diesem Gerät, wenn ein Agent fragt oder etwas fällig wird",
    noPush: "Hinweise brauchen eine sichere Adresse (https oder localhost) und einen Browser, der sie annimmt.",
    notEnded:
      "Der Dienst schickt hierher nichts mehr, aber der Browser konnte es bei seinem Push-Dienst nicht beenden. Versuche es noch einmal.",
    elsewhere: "Andere Geräte von dir bekommen weiter Hinweise dieses Arbeitsbereichs.",
    stopElsewhere: "Auch das beenden",
    denied: "Der Browser erlaubt keine Hinweise. Erlaube sie in seinen Einstellungen dieser Seite.",
    noEmail: "Dieser Dienst verschickt keine E-Mails: Wer ihn betreibt, kann DAYSHIFT_SMTP_URL setzen.",
  },
  minutes: {
    title: "Minuten der Agenten",
    used: (number: number) => `${count(number, "Minute", "Minuten")} in diesem Monat`,
    left: (left: number, budget: number) => `${left} von ${budget} sind übrig`,
    unlimited: "Es gibt keine Grenze.",
    byDay: "Minuten je Tag",
    byAgent: "Minuten je Agent",
    day: "Tag",
    minutes: "Minuten",
    count: (number: number) => count(number, "Minute", "Minuten"),
    others: "Agenten, die es nicht mehr gibt",
  },
  apps: {
    title: "Verbundene Programme",
    text: "Programme, die durch Anmelden in diesen Bereich gelassen wurden.",
    none: "Bisher keine.",
    used: (time: string) => `Benutzt ${time}`,
  },
  calendarLinks: {
    title: "In deinem Kalender",
    text: "Ein geheimer Link, unter dem ein Kalenderprogramm zeigt, was fällig ist: Titel und Tage, sonst nichts. Er nimmt keine Änderungen an.",
    make: "Link anlegen",
    once: "Abonniere diesen Link in deinem Kalenderprogramm. Er wird nur jetzt gezeigt; wer ihn hat, liest, was fällig ist.",
    stored: "Ich habe ihn",
    read: (time: string) => `Gelesen ${time}`,
    removeNamed: (time: string) => `Den Link vom ${time} entfernen`,
  },
  imports: {
    title: "Importieren",
    text: "Füge eine Aufgabe je Zeile ein. Jede wird gelesen wie die Zeile, die eine hinzufügt: ein Tag, @eine Liste, !eine Priorität.",
    lines: "Aufgaben, eine je Zeile",
    example: "Ana morgen anrufen @Arbeit !hoch",
    look: "Ansehen, was daraus wird",
    make: (number: number) => `${count(number, "Aufgabe", "Aufgaben")} hinzufügen`,
    others: "Exporte aus Todoist und Vikunja, CSV, iCalendar und Markdown übernimmt die Befehlszeile:",
  },
  service: {
    title: "Dieser Dienst",
    version: "Version",
    model: "Wer antwortet",
    builtin: "Eingebaute Regeln, kein Sprachmodell",
    speech: "Spracherkennung",
    email: "E-Mail",
    upload: "Größte Aufnahme",
    megabytes: (number: number) => `${number} MB`,
    notSet: "Nicht eingerichtet",
  },
};
