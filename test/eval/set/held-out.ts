/** Held out: nobody looked at these while the rules and the prompts were written. They say how well those do elsewhere. */
import type { Case } from "../cases.ts";

export const heldOut: readonly Case[] = [
  {
    name: "board minutes",
    type: "note",
    text: `
Present: Okoro, Lind, Baptiste. Apologies: Shaw.
The accounts were approved without changes.
=> ACTION: Lind to circulate the accounts before 31 January {2026-01-31}
The insurance was discussed. Premiums rise by 8 percent.
=> ACTION: Baptiste to get two more quotes
Date of next meeting: 2 March.`,
  },
  {
    name: "bug report",
    type: "note",
    text: `
## What happens
The export stops at 10,000 rows. There is no message.

## To do
=> - [ ] Find out where the limit comes from
=> - [ ] Show a message when it is reached
- [x] Tell the customer

## Notes
The limit was added in 2024 as a protection.`,
  },
  {
    name: "wedding planning",
    type: "note",
    text: `
Band or DJ is still open. Grandma wants a waltz in any case.
=> To do: taste the cakes on Saturday {2026-01-10}
=> Todo: send the invitations
Flowers are settled: white and green.
The photographer is booked and paid.`,
  },
  {
    name: "lecture notes",
    type: "note",
    text: `
Action potentials: the cell reacts all or nothing.
Next step in the chain: the signal crosses the gap.
To do this, the cell needs energy.
Exam is on 12 February.`,
  },
  {
    name: "renovation",
    type: "recording",
    text: `
Owner: So this is the bathroom. The tiles come off by themselves.
Builder: I see. That's the damp behind them.
Builder: I'd have to open the wall to be sure.
=> Owner: Can you send me an estimate by Thursday? {2026-01-08}
=> Builder: Yes. I'll come by tomorrow and measure everything. {2026-01-06}
Owner: Do I need to move out?
Builder: No, no. Two weeks at most.
=> Owner: Then I have to tell the tenants.`,
  },
  {
    name: "customer support",
    type: "recording",
    text: `
Agent: Thank you for calling, how can I help you?
Caller: My order never arrived. I ordered it three weeks ago.
Agent: I'm sorry to hear that. Can you give me the number?
Caller: Four four seven one.
Agent: I can see it here, it was sent to the wrong branch.
=> Agent: I will send a new one today. {2026-01-05}
Caller: And who pays for it?
Agent: We do, of course. You don't have to pay anything.
=> Agent: Please return the old one if it turns up.`,
  },
  {
    name: "team lunch",
    type: "recording",
    text: `
Lou: Have you tried the soup?
Max: It's too salty. You have to try the bread though.
Lou: I will, thanks. How is your sister?
Max: She is moving to Oslo. She'll start there in March.
Lou: Wow. We need to celebrate that.
Max: We will, don't worry.`,
  },
  {
    name: "project sync",
    type: "recording",
    text: `
Ines: The vendor moved the delivery to the end of the month.
Omar: Again? That's the third time.
=> Ines: Yes. I'll escalate it to their manager this afternoon.
Omar: And the training?
=> Ines: Omar, could you please draft an outline for the training?
Omar: Okay, I'll do that.
=> Ines: We also need to update the risk list.
Omar: I don't think we have to report this to the board.`,
  },
  {
    name: "Kundengespräch",
    type: "note",
    language: "de",
    text: `
Herr Vogt ist zufrieden, nur die Rechnung war falsch.
=> To-do: Rechnung korrigieren und bis Mittwoch neu senden {2026-01-07}
=> - [ ] Gutschrift prüfen
- [x] Rückruf
Er bleibt noch zwei Jahre Kunde.`,
  },
  {
    name: "a walk",
    type: "recording",
    text: `
The light is beautiful today, really low.
I think the story needs a second sister, somebody who never left.
=> I need to read up on lighthouses, there must be a museum.
And the ending, no, the ending is fine.
=> Remember to call Ruth about the title.`,
  },
];
