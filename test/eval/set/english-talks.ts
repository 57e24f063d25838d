/** Talks, as a transcription hears them, in English: who said what, a line for each segment. */
import type { Case } from "../cases.ts";

export const englishTalks: readonly Case[] = [
  {
    name: "planning a launch",
    type: "recording",
    text: `
Ana: Good morning everyone, can you hear me?
Bo: Yes, loud and clear.
Ana: Great. So the launch is on the twentieth, and the landing page is almost there.
=> Bo: I'll send the final texts to the agency tomorrow. {2026-01-06}
Ana: Perfect. What about the press list?
Bo: We have about forty names, that should do.
=> Ana: Okay. Mira, can you check the numbers again before we publish them?
Mira: Sure.
Ana: I think the launch will be fine, to be honest.
=> Mira: We still need to book the room for the event.
Ana: If we had more time, I would rewrite the whole page, but it's okay.
Bo: I already sent the invoice last week.
Ana: Alright, talk to you later.`,
  },
  {
    name: "weekly without anything new",
    type: "recording",
    text: `
Lee: Anything from your side?
Kim: Not really. The migration ran last night and it took about two hours.
Lee: Did we lose anything?
Kim: No, the counts match. I checked that three times.
Lee: Can you share your screen?
Kim: Yes, one second. Can you see the chart?
Lee: I can. So it's flat, which is what we wanted.
Kim: I would have called you if it had failed.
Lee: We don't need to change anything then.
Kim: No. Let's call it a day.`,
  },
  {
    name: "a voice memo",
    type: "recording",
    text: `
Okay, note to self after the visit.
The roof leaks over the second bedroom, and the gutter is loose.
=> I have to call the roofer on Thursday. {2026-01-08}
=> Don't forget to take photos for the insurance.
The kitchen is fine, no cracks.
=> And remind me to return the ladder to Karl.
That's it for today.`,
  },
  {
    name: "marked aloud",
    type: "recording",
    text: `
Chair: Next item. The water damage in the archive.
Sue: It is dry now, but the shelves are warped.
=> Chair: Action item: get three quotes for new shelves.
=> Chair: Action: inform the board by Friday. {2026-01-09}
Sue: Who pays for it?
Chair: The insurance, hopefully.`,
  },
  {
    name: "sales call",
    type: "recording",
    text: `
Seller: Thanks for taking the time.
Buyer: Of course. We use spreadsheets today and everybody hates them.
Seller: How many people would work with it?
Buyer: About twenty, maybe more next year.
=> Seller: I'll prepare a quote for twenty seats and send it to you by Wednesday. {2026-01-07}
=> Buyer: Could you also send me the security documents?
Seller: Happily.
Buyer: If the price is right we might sign in February.
Seller: That sounds good.
=> Buyer: I need to talk to our lawyer about the terms.`,
  },
  {
    name: "stories about the past",
    type: "recording",
    text: `
Jo: So I asked him if he could send the report, and he said he would call me back.
Jo: He never did. I will never understand that man.
Pat: We used to have to print everything twice, remember?
Jo: Yes! And then she said, we need to order new paper, every single week.
Pat: I'll be honest, I don't miss it.
Jo: I wish somebody would write a book about that office.`,
  },
  {
    name: "doubts and ideas",
    type: "recording",
    text: `
Nia: We could maybe move the whole thing to autumn.
Raj: Maybe. What if we write to the sponsors first?
Nia: I'm not sure we need to ask them.
Raj: Should we invite the mayor?
Nia: I don't know. How would you send the invitations anyway?
Raj: Imagine we book the opera house.
Nia: Ha. Unless you pay for it, no.
Raj: Let me think about it.`,
  },
  {
    name: "handover",
    type: "recording",
    text: `
Tom: The night was quiet. Bed four had some fever, it is down again.
=> Eve: Okay. I'll check on bed four in an hour. {2026-01-05}
Tom: The lab results are not back yet.
=> Tom: Somebody has to call the lab before noon. {2026-01-05}
Eve: Will do.
Tom: And the new pump beeps, but that is normal.
=> Eve: Please write that into the log.`,
  },
  {
    name: "one to one",
    type: "recording",
    text: `
Lead: How was the week?
Dev: Good. The tests are green again.
Lead: Nice. I would like to see you at more of the customer calls.
Dev: I'd like that too.
=> Lead: Then I'll invite you to the one on Tuesday. {2026-01-06}
Dev: Thanks. One thing, my laptop gets really slow.
=> Lead: I'll order a new one.
Dev: Great, thank you.
=> Lead: And please update the holiday calendar, it's still from last year.`,
  },
  {
    name: "interview with an expert",
    type: "recording",
    text: `
Host: Why do bees dance?
Guest: They tell the others where the flowers are. You need to read the angle to understand it.
Host: Can you tell us more about the angle?
Guest: Of course. The angle to the vertical is the angle to the sun.
Host: So they will send each other to the right place.
Guest: Exactly, and they can check the distance as well.
Host: Fascinating. Thank you for joining us.`,
  },
  {
    name: "a family on the phone",
    type: "recording",
    text: `
Mum: Are you coming on Sunday?
Kid: Yes, around noon.
=> Mum: Can you bring the big pot?
Kid: Sure.
Mum: Your father wants to grill again.
=> Kid: I'll buy the bread on the way.
Mum: Lovely. And your cousin has passed the exam.
Kid: Oh, that's great!
=> Kid: I have to write her a card.`,
  },
  {
    name: "retrospective",
    type: "recording",
    text: `
Ada: What went well? The release was on time.
Ben: What didn't go so well was the documentation, we forgot it completely.
=> Ada: Right. Next step is to write the missing pages.
=> Ben: I'll take care of the pages about the import.
Cem: We should talk more, that's all.
Ada: True.
=> Cem: I will set up a short call every Monday.
Ben: Sounds good to me.`,
  },
];
