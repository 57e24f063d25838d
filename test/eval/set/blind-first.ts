/**
 * Written on 23 November 2026, before its author had read the rules of the digest, after the shapes of public meeting corpora
 * (design teams, research groups), minutes, notes of daily meetings, letters and calls. The rules were improved with a look at these.
 */
import type { Case } from "../cases.ts";

export const blindFirst: readonly Case[] = [
  {
    name: "daily notes by person",
    type: "note",
    text: `
Standup 5 Jan

Maria
- finished the login redirect
=> - today: fix the flaky upload test {2026-01-05} // Fix the flaky upload test
- blocked by missing staging credentials

Tom
- reviewed three pull requests
=> - will write the migration guide tomorrow {2026-01-06} // Write the migration guide
- no blockers

Priya
- on leave until Wednesday`,
  },
  {
    name: "allotment minutes",
    type: "note",
    text: `
Minutes of the allotment committee, 4 January
Present: J. Hart, M. Osei, L. Brandt

1. Water supply
The pump failed twice in December.
=> M. Osei will ask the council for a replacement. // Ask the council for a replacement
The committee thanked the volunteers.

2. Fees
Fees stay at 45 a year.
=> L. Brandt to send the invoices by 31 January. {2026-01-31} // Send the invoices

3. Any other business
The hedge was cut in November. Nobody has volunteered for the newsletter.
=> It was agreed that J. Hart contacts the school about the open day. // Contact the school about the open day`,
  },
  {
    name: "scratch note",
    type: "note",
    text: `
=> call dentist // Call dentist
=> ring mum about the party // Ring mum about the party
=> passport photos for Leo, before the 20th {2026-01-20} // Passport photos for Leo
The heater in the hall is making that noise again
=> need to get someone to look at it // Get someone to look at it
Idea: paint the hall yellow`,
  },
  {
    name: "one to one with Sofia",
    type: "note",
    text: `
1:1 with Sofia
She is happy with the team, less so with the on-call rota.
=> I promised to raise the rota with Henrik. // Raise the rota with Henrik
She would like to speak at a conference this year.
=> Sofia to draft an abstract until Friday {2026-01-09} // Draft an abstract
We talked about the salary round, nothing to decide yet.
=> Follow up on her training budget // Follow up on her training budget`,
  },
  {
    name: "letter of the kitchen maker",
    type: "note",
    text: `
Hi Ben,

thanks for the call on Friday. As discussed, the kitchen will arrive on 19 January and our fitters need about three days.
=> Could you please confirm the colour of the worktop by Wednesday? {2026-01-07} // Confirm the colour of the worktop
=> Please also let us know whether the old oven can be removed beforehand. // Let us know whether the old oven can be removed beforehand
We will not be able to change the order after that. If anything is unclear, just give us a ring.

Best regards
Carla`,
  },
  {
    name: "look back",
    type: "note",
    text: `
## What went well
- Releases every week
- Fewer pages at night

## What did not
- Tests take 40 minutes
- We forgot to tell support about the new menu

## Actions
=> - Split the integration tests (Jo) // Split the integration tests
=> - Jo and Ravi look into the cache misses // Look into the cache misses
=> - Support gets a release note two days ahead // Support gets a release note two days ahead`,
  },
  {
    name: "Telefonat",
    type: "note",
    language: "de",
    text: `
Telefonat mit Herrn Vogel
Die Lieferung verspätet sich um zwei Wochen.
=> Ich schicke ihm bis Mittwoch die neue Adresse. {2026-01-07} // Ihm die neue Adresse schicken
=> Rechnung von Dezember noch prüfen // Rechnung von Dezember prüfen
Wir haben über die Preise gesprochen, sie bleiben gleich.
=> Herr Vogel soll uns das neue Muster zusenden // Uns das neue Muster zusenden`,
  },
  {
    name: "réunion de chantier",
    type: "note",
    language: "fr",
    text: `
Réunion de chantier
Le carrelage est posé, les joints sont secs.
=> M. Perrin doit commander la porte avant vendredi {2026-01-09} // Commander la porte
=> Penser à relancer l'électricien // Relancer l'électricien
La cliente a validé la couleur.
=> Nadia envoie le compte rendu demain. {2026-01-06} // Envoyer le compte rendu`,
  },
  {
    name: "comunidad de vecinos",
    type: "note",
    language: "es",
    text: `
Reunión de la comunidad
Asisten: Pilar, Gonzalo, Mercè
Se aprueban las cuentas del año pasado.
=> Gonzalo pedirá tres presupuestos para el ascensor antes del viernes. {2026-01-09} // Pedir tres presupuestos para el ascensor
El portero se jubila en junio.
=> Hay que avisar a los vecinos del corte de agua // Avisar a los vecinos del corte de agua
=> Pilar se encarga de llamar al seguro // Llamar al seguro
Ruegos y preguntas: ninguno.`,
  },
  {
    name: "design meeting",
    type: "recording",
    text: `
Laura: Okay, um, welcome back everybody. So this is the functional design meeting.
Laura: We've got, uh, forty minutes or so.
David: I had a look at what people use on their remotes, and most buttons are never touched.
Andrew: Yeah, I mean, teletext, nobody uses that anymore.
Laura: Right. Well, the management says teletext is out, so we don't need to think about that.
Craig: Could we maybe use speech recognition? That'd be kind of cool.
Andrew: Mm, it's expensive, though.
David: We could just put in a locator beep, so people find the thing.
=> Laura: Hmm. Okay. So, Craig, for the next meeting you'll work on the look and feel design. // Work on the look and feel design
Craig: Sure.
=> Laura: And David, if you could have a look at the components concept, um, that would be great. // Have a look at the components concept
David: Will do.
=> Laura: Andrew, you're going to do the trend watching. // Do the trend watching
=> Laura: And I'll put the minutes in the project folder. // Put the minutes in the project folder
Andrew: Great. Lunch?`,
  },
  {
    name: "research group",
    type: "recording",
    text: `
Adam: So the disk on the recording machine is nearly full, it's at like ninety-six percent.
Jane: Is that with the backups?
Adam: No, the backups go elsewhere.
=> Adam: I should really move the older meetings over before Thursday. {2026-01-08} // Move the older meetings over
Morgan: That'd be good, yeah.
Jane: I've got about twelve transcripts finished. They went out to the participants last week.
Morgan: And did anybody ask to have something bleeped out?
Jane: One did. I took care of it already.
Morgan: OK. What about the digits, are we reading digits today?
Adam: Um, we always do.
=> Jane: Oh, one more thing. Somebody needs to order new batteries for the wireless mikes. // Order new batteries for the wireless mikes
Adam: I can do that.
=> Morgan: Let me just write to Liz about the room, then, because they double booked us twice. // Write to Liz about the room
Jane: We used to have it every Tuesday.`,
  },
  {
    name: "sales call about a trial",
    type: "recording",
    text: `
Nina: Thanks for making the time. How was your holiday?
Oscar: Too short. We went skiing, it was lovely.
Nina: So you've had the trial for two weeks now.
Oscar: Yes, and the warehouse people love it. The finance people, less so. They'd need the export in their own format.
=> Nina: I'll check with our engineers whether that's doable and get back to you by Thursday. {2026-01-08} // Check with our engineers whether that's doable and get back to you
Oscar: Perfect. If that works, we'd take forty seats.
=> Nina: Great. Can you send me a sample file in the meantime? // Send me a sample file
Oscar: Sure, no problem.
Nina: And who signs on your side?
Oscar: That would be my boss, she's back on Monday.`,
  },
  {
    name: "kitchen table",
    type: "recording",
    text: `
Mum: Right, what's missing for Saturday?
Dad: Drinks. And the chairs, we only have six.
=> Mum: Could you pick up the chairs from your sister's on Friday? {2026-01-09} // Pick up the chairs from your sister's
Dad: Yeah, okay.
Kim: Can I have a friend over?
Mum: If your room is tidy, yes.
=> Mum: Oh, and don't forget to take the cake out of the freezer on Saturday morning. {2026-01-10} // Take the cake out of the freezer
Dad: I never forget the cake.
Kim: You forgot it last year.
=> Dad: I'll order the drinks online tonight. {2026-01-05} // Order the drinks online`,
  },
  {
    name: "Messe, gesprochen",
    type: "recording",
    language: "de",
    text: `
Katrin: So, dann fangen wir mal an. Wie ist der Stand beim Messestand?
Bernd: Der Entwurf ist fertig, die Grafiken fehlen noch.
=> Katrin: Kannst du die Grafiken bis Freitag bei der Agentur anfordern? {2026-01-09} // Die Grafiken bei der Agentur anfordern
Bernd: Mach ich.
Katrin: Und wer kümmert sich um das Hotel?
=> Sema: Ich buche das Hotel heute noch. {2026-01-05} // Das Hotel buchen
Bernd: Letztes Jahr war das Hotel ja furchtbar.
Sema: Stimmt, da gehen wir nicht mehr hin.
=> Katrin: Gut. Ich spreche morgen mit der Geschäftsführung über das Budget. {2026-01-06} // Mit der Geschäftsführung über das Budget sprechen`,
  },
  {
    name: "memo to oneself",
    type: "recording",
    text: `
Okay, note to self. The landlord called about the leak and he says it's not his problem, which is ridiculous.
=> I need to find the old contract and send him a copy of page three. // Find the old contract and send him a copy of page three
The neighbours have the same thing by the way.
=> Also I have to renew the car insurance before the fifteenth. {2026-01-15} // Renew the car insurance
And the thing with the garden can wait until spring.
=> Remind me to buy a birthday present for Zoe. // Buy a birthday present for Zoe
That's it, I think.`,
  },
  {
    name: "diary of a long day",
    type: "note",
    text: `
Long day. I should have called Lena, she must think I forgot.
We had to wait two hours at the garage. The mechanic said he would look at the brakes next time.
Tomorrow is the big match.`,
  },
];
