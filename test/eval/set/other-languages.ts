/** Notes and talks in German, French and Spanish. Speech in these languages is understood where it is marked. */
import type { Case } from "../cases.ts";

export const otherLanguages: readonly Case[] = [
  {
    name: "Besprechung",
    type: "note",
    language: "de",
    text: `
Termin mit Frau Keller am Montag. Sie möchte das Dach im Frühjahr decken lassen.
=> TODO: Angebot bis Freitag schicken {2026-01-09}
=> Aufgabe: Gerüstbauer anfragen
Der Preis vom letzten Jahr gilt nicht mehr.`,
  },
  {
    name: "Protokoll",
    type: "note",
    language: "de",
    text: `
## Beschlüsse
- Der Beitrag bleibt gleich
- Das Sommerfest findet statt

## Nächste Schritte
=> - Halle reservieren
=> - Plakate drucken bis zum 15. Januar {2026-01-15}

Alle waren einverstanden.`,
  },
  {
    name: "Einkauf",
    type: "note",
    language: "de",
    text: `
=> - [ ] Kartoffeln
- [x] Butter
=> - [ ] Zwiebeln`,
  },
  {
    name: "Tagebuch",
    type: "note",
    language: "de",
    text: `
Heute war nichts los. Ich müsste eigentlich mehr lesen.
Die Aufgaben der Kinder waren schwer. Morgen wird es regnen.`,
  },
  {
    name: "Besprechung, gesprochen",
    type: "recording",
    language: "de",
    text: `
Jana: Also, das Lager ist voll, wir bekommen nichts mehr unter.
=> Uwe: Aufgabe: den Spediteur anrufen.
=> Jana: Und ich muss bis Freitag die Liste fertig machen. {2026-01-09}
Uwe: Das wird knapp.`,
  },
  {
    name: "réunion",
    type: "note",
    language: "fr",
    text: `
Point avec l'imprimeur : le papier arrive lundi.
=> À faire : relire la maquette avant vendredi {2026-01-09}
=> - [ ] Commander 500 exemplaires
Le prix n'a pas changé.`,
  },
  {
    name: "reunión",
    type: "note",
    language: "es",
    text: `
Hablamos con el banco sobre el préstamo.
=> Tarea: enviar los papeles antes del viernes {2026-01-09}
=> Pendiente: pedir cita con el notario
No hay prisa, dicen.`,
  },
];
