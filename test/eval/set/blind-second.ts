/**
 * Written on 23 November 2026 together with the first half, before its author had read the rules of the digest. Nobody looked at what
 * became of these: the rules were improved without them, and they were scored once, at the end. Leave it so.
 */
import type { Case } from "../cases.ts";

export const blindSecond: readonly Case[] = [
  {
    name: "daily notes in lines",
    type: "note",
    text: `
Daily
=> Ines: finish the invoice PDF today {2026-01-05} // Finish the invoice PDF
Karl: still sick
=> Wen: pair with Ines on the tax rounding // Pair with Ines on the tax rounding
Wen: deployed 2.4.1 yesterday
Customer Lindqvist complained about slow search again
=> somebody should profile the search endpoint // Profile the search endpoint`,
  },
  {
    name: "minutes of the trustees",
    type: "note",
    text: `
Board of trustees: minutes
Apologies for absence were received from Dr Malik.
The minutes of the last meeting were approved as a correct record.
Treasurer's report: the balance stands at 12,400.
=> The treasurer agreed to move 5,000 to the savings account before the end of January. {2026-01-31} // Move 5,000 to the savings account
The chair reported on the visit to the Leeds branch.
=> RESOLVED: the secretary to write to all members about the new fee. // Write to all members about the new fee
=> Dr Malik will be asked to review the safety policy. // Ask Dr Malik to review the safety policy
The meeting closed at 8.45 pm.`,
  },
  {
    name: "weekend",
    type: "note",
    text: `
Weekend
=> book train to Ghent // Book train to Ghent
=> return library books (due Thursday!) {2026-01-08} // Return library books
=> email Jonas re: drill // Email Jonas re: drill
saw a great film, "Perfect Days"
=> pick up dry cleaning Saturday {2026-01-10} // Pick up dry cleaning
wifi password at the cabin: otter-42`,
  },
  {
    name: "notes on a book",
    type: "note",
    text: `
Notes on chapter 4
The author argues that trade routes followed rivers. She needs to show that the coins were local, but the evidence is thin.
Merchants had to pay a toll at each bridge. They would send letters ahead.
Key term: staple right. By 1350 the town could force every ship to unload.
Question: who collected the toll?`,
  },
  {
    name: "recipe",
    type: "note",
    text: `
Grandma's pancakes
Mix 250 g flour with 3 eggs and a pinch of salt.
Add the milk slowly. Let it rest for half an hour.
Bake in butter until golden.
She always said: never wash the pan with soap.`,
  },
  {
    name: "Jour fixe",
    type: "note",
    language: "de",
    text: `
Jour fixe Marketing
Newsletter ging am Freitag raus, Öffnungsrate 31 %.
=> Lena erstellt bis 16. Januar den Redaktionsplan. {2026-01-16} // Den Redaktionsplan erstellen
=> Fotos vom Sommerfest müssen noch freigegeben werden // Fotos vom Sommerfest freigeben
Budget unverändert.
=> To-do Ali: Druckerei anrufen // Druckerei anrufen
Nächster Termin: 12. Januar, 10 Uhr`,
  },
  {
    name: "conseil de classe",
    type: "note",
    language: "fr",
    text: `
Notes du conseil de classe
Bonne ambiance générale, peu d'absences.
=> Mme Leroy contactera les parents de Hugo avant mercredi. {2026-01-07} // Contacter les parents de Hugo
=> Il faut réserver le car pour la sortie du musée // Réserver le car pour la sortie du musée
Le voyage en Italie est reporté à l'année prochaine.`,
  },
  {
    name: "incident",
    type: "note",
    text: `
Incident 2026-01-04
10:02 alerts fire, checkout returns 500
10:15 Dana rolls back to 3.1
10:21 all green
Root cause: the migration ran twice.

Follow-ups
=> * add a lock around the migration job (Dana, by Friday) {2026-01-09} // Add a lock around the migration job
=> * Marek documents the rollback steps // Document the rollback steps
=> * customers in the EU need an apology mail // Send an apology mail to customers in the EU`,
  },
  {
    name: "design meeting, the second",
    type: "recording",
    text: `
Ruth: Alright, has everybody got the slides open?
Pete: Mine's still loading.
Ruth: So the target price is twenty-five euros, and the profit we're aiming for is fifty million.
Olaf: That's a lot of remotes.
Ruth: It is. Um, so the first thing is the casing. Olaf, what did you find?
Olaf: Rubber is in fashion, so is wood, but wood's heavy. You'd have to glue it.
Pete: You can't recycle that.
Ruth: Okay, then we go for rubber.
=> Ruth: Pete, I'd like you to make a prototype in clay for the evaluation. // Make a prototype in clay for the evaluation
Pete: In clay? Fun.
=> Olaf: And I'm gonna ask the supplier for samples. // Ask the supplier for samples
Ruth: Good. I won't be here next week, so it's yours to run.
=> Ruth: Oh, and everyone please fill in the questionnaire before you leave. // Fill in the questionnaire`,
  },
  {
    name: "research group, the second",
    type: "recording",
    text: `
Dan: Yeah so I reran the baseline over the weekend and the error went down to thirty-one percent.
Chuck: Thirty-one? That's with the new front end?
Dan: With the new front end, yeah. I thought it would crash but it didn't.
Chuck: Have you tried it on the Italian data?
=> Dan: Not yet. I'm going to run it on Italian this week. // Run it on Italian
Barry: It might be the silence model. We might want to look at that at some point.
Chuck: Hmm, we might.
=> Chuck: So Barry, can you write up what you did with the filters, just a page? // Write up what you did with the filters
Barry: Sure.
Dan: If it does work we should write a paper.
=> Chuck: We have to hand in the report by the end of the month. {2026-01-31} // Hand in the report
Barry: Who reads those reports?`,
  },
  {
    name: "call about a bill",
    type: "recording",
    text: `
Agent: Good morning, this is Brightline Energy, how can I help?
Caller: Hi, I've moved and I still get bills for the old flat.
Agent: I'm sorry about that. Let me look at your account.
Caller: The number is on the letter, one second.
Agent: Right, I can see it. The move was never entered.
=> Agent: I'll send you a corrected bill within five days. {2026-01-10} // Send you a corrected bill
Caller: Okay. Do I have to do anything?
=> Agent: Yes, please send us a photo of the meter by Friday. {2026-01-09} // Send us a photo of the meter
Caller: Can I just tell you the number?
Agent: I'm afraid we can't take it over the phone.`,
  },
  {
    name: "handover of the ward",
    type: "recording",
    text: `
Nadja: Room four had a quiet night, slept until six.
Nadja: Room five, Mr Adeyemi, temperature was up at two, down again by four.
Paul: Did anyone call the doctor?
=> Nadja: No, but somebody ought to call her this morning. {2026-01-05} // Call her
Paul: Okay, I'll do it after rounds.
=> Nadja: And the drip in room seven needs to be changed. // Change the drip in room seven
Paul: Right. Who's on tomorrow?
Nadja: Fatima, I think.`,
  },
  {
    name: "mudanza, hablada",
    type: "recording",
    language: "es",
    text: `
Lucía: Bueno, ¿cómo vamos con la mudanza?
Iván: La oficina nueva está pintada, falta internet.
=> Lucía: ¿Puedes llamar a la compañía mañana? {2026-01-06} // Llamar a la compañía
Iván: Claro.
=> Iván: Yo me encargo de las cajas también. // Encargarse de las cajas
Lucía: El año pasado perdimos dos monitores.
=> Lucía: Tenemos que entregar las llaves antes del viernes. {2026-01-09} // Entregar las llaves`,
  },
  {
    name: "salon, parlé",
    type: "recording",
    language: "fr",
    text: `
Claire: Bon, on fait le point sur le salon.
Marc: Le stand est réservé, le devis est signé.
=> Claire: Tu peux envoyer les badges à l'imprimeur avant jeudi ? {2026-01-08} // Envoyer les badges à l'imprimeur
Marc: Oui, pas de souci.
=> Marc: Je m'occupe aussi des affiches. // S'occuper des affiches
Claire: L'an dernier on avait oublié les chaises.
=> Claire: Il faut qu'on appelle le traiteur demain. {2026-01-06} // Appeler le traiteur`,
  },
  {
    name: "talk about bees",
    type: "recording",
    text: `
Host: Welcome back. My guest today is a beekeeper.
Guest: Thanks for having me.
Host: What should people do if they find a swarm?
Guest: You should call a beekeeper. Don't spray water on it.
Host: And what do you do in winter?
Guest: We have to feed them sugar, and you need to keep the mice out.
Host: I'll remember that. We'll be right back after this.
Guest: I'm going to tell you about the queen.`,
  },
];
