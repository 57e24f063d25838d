/**
 * What people say they will do, in English. Nobody marks tasks when speaking, so here are the turns of phrase that rarely mean anything
 * else: a promise, a request, a duty, each with a verb of doing. What is asked, doubted, denied or made up is left alone.
 */
import type { Rules } from "./rules.ts";

const SIMPLE =
  "add|announce|arrange|ask|assign|book|bring|build|buy|call|cancel|change|chase|check|circulate|clean|close|collect|compare|complete|confirm|" +
  "contact|copy|correct|create|deliver|deploy|design|document|double[- ]?check|draft|e-?mail|escalate|export|fetch|file|finalise|finalize|find|" +
  "finish|fix|forward|gather|get|give|hire|implement|install|inform|interview|invite|invoice|investigate|join|" +
  "mail|make|measure|merge|migrate|move|negotiate|notify|order|organise|organize|pair|pay|phone|ping|plan|post|prepare|" +
  "present|print|profile|propose|publish|put|raise|read|refund|register|remind|remove|renew|repair|replace|reply|report|request|" +
  "reschedule|research|reserve|restart|return|review|revise|rewrite|ring|run|schedule|send|share|sign|split|submit|switch|" +
  "tell|test|text|train|transfer|translate|update|upgrade|upload|verify|visit|wash|water|write";
const PHRASES =
  "back up|come by|drop by|fill (?:in|out)|follow up|hand (?:in|over)|have a look|let (?:me|us|him|her|them|\\p{Lu}\\p{L}+) know|" +
  "look (?:at|into|up)|pick up|put together|reach out|set up|sort out|speak (?:to|with)|stop by|take (?:back|care of|down|out|over)|talk (?:to|with)|try out|work on";
const VERBS = `${PHRASES}|${SIMPLE}`;
/** "Sends", "looks into". */
const DOES = `(?:${SIMPLE}|look|follow|pick|set|sort|speak|talk|work|hand|fill)(?:e?s)`;
/** How a line begins that asks for something; many of the verbs are nouns as well, and before these words no verbs. */
const ORDER = `(?:(?:${PHRASES})|(?:${SIMPLE})\\b(?!\\s+(?:of|with|from|for|in|at|on|by|is|was|were|are|and|or|notes?|list|club|attached|enclosed)\\b)(?!\\s*[:–—-]))\\s`;
const ADVERBS =
  "(?:(?:also|then|just|please|definitely|quickly|personally|probably|still|now|really|first|kindly|maybe|all|today|tomorrow|tonight|go ahead and|try (?:to|and)|make sure (?:to|we|you|I))\\s+)*";
const DOING = `(?<task>${ADVERBS}(?:${VERBS})\\b.*)`;
const ANYTHING = DOING.replace(VERBS, "\\p{L}+");
const NAME = "\\p{Lu}\\p{Ll}[\\p{L}'’-]*";
/** One person, or a few, or an office ("the treasurer"), as minutes name them. */
const WHO = `(?:(?:Mr|Mrs|Ms|Dr|Prof)\\.?\\s+)?(?:\\p{Lu}\\.\\s*)*${NAME}(?:\\s+(?:and|&)\\s+${NAME}|\\s+${NAME})?`;
const SOMEBODY = `(?:I|[Ww]e|[Ss]omeone|[Ss]omebody|${WHO})`;
const NO_PERSON = "(?!(?:You|What|It|That|This|There|People|One|Who|Which|Nobody)\\b)";

const of = (source: string, flags = "u"): RegExp => new RegExp(source, flags);

export const english: Rules = {
  anywhere: [
    // Promises: "I'll send the offer", "Ana will book the room", "Ana agreed to book the room".
    of(
      `\\b(?:I|[Ww]e)(?:['’]ll|\\s+will|\\s+shall|\\s+can|['’]m (?:going to|gonna)|\\s+am going to|['’]re (?:going to|gonna)|\\s+are going to)\\s+${DOING}`,
    ),
    of(`^(?:\\p{L}+,?\\s+)?${NO_PERSON}(?<who>${WHO})(?:['’]ll|\\s+will|\\s+is going to)\\s+${DOING}`),
    of(
      `\\b(?:${SOMEBODY}|[Ss]he|[Hh]e|[Tt]hey|[Tt]he \\p{Ll}+)\\s+(?:agreed|promised|offered|undertook|volunteered|will be asked|was asked|were asked)\\s+to\\s+${DOING}`,
    ),
    of(
      `\\b(?:[Ii]t was|[Ww]e) (?:agreed|decided) that\\s+(?<who>${WHO})\\s+(?<task>(?:will\\s+(?:${VERBS})|${DOES})\\b.*)`,
    ),
    of(`\\b(?:let me|leave it (?:to|with) me,? I['’]ll)\\s+${DOING}`, "iu"),
    // Requests: "can you check the numbers", "please call the bank", "Ben, you'll do the slides".
    of(`\\b(?:can|could|would|will) (?:you|one of you|someone|somebody)\\s+${DOING}`, "iu"),
    of(`\\b(?:please|I(?:['’]d| would) like you to|I (?:want|need) you to)\\s+${DOING}`, "iu"),
    of(
      `\\b${NO_PERSON}${NAME},\\s.{0,40}?\\byou(?:['’]ll|\\s+will|['’]re going to|\\s+are going to)\\s+(?<task>${ADVERBS}(?:do|${VERBS})\\b.*)`,
    ),
    // Duties: "we need to renew the contract", "somebody should call the bank".
    of(
      `\\b${NO_PERSON}(?!(?:He|She|They)\\b)${SOMEBODY}(?:['’]ve got to|\\s+(?:(?:still|also|really)\\s+)*(?:needs? to|ha(?:ve|s)(?: got)? to|must))\\s+${DOING}`,
    ),
    of(`\\b(?:I|[Ss]omeone|[Ss]omebody)\\s+(?:(?:really|probably|still)\\s+)?(?:should|ought to)\\s+${DOING}`),
    of(`(?<task>(?:^|\\b)[Tt]he [^,;]{3,60}? (?:still )?(?:needs?|has|have) to be \\p{L}+(?:ed|en|ne|t)\\b.*)`),
    of(`\\b(?:do(?:n['’]t| not)|let['’]s not|must not|mustn['’]t|never) forget to\\s+${ANYTHING}`, "iu"),
    of(`\\b(?:remember|remind (?:me|us|you)|make sure) to\\s+${ANYTHING}`, "iu"),
    /\b(?:(?:the |my |our |your )?(?:next )?(?:action(?: item| point)?|to-?do|next step)(?: (?:here|for \p{L}+))? (?:is|would be)(?: (?:for \p{L}+ )?to| that)?)\s+(?!\p{L}+ed\b)(?<task>\S.*)/iu,
  ],
  lines: [
    // "call dentist", "today: fix the test", "will write the guide", "still need to book a room"; a sentence with a full stop may instruct.
    of(`^(?<task>(?:(?:today|tomorrow|tonight)\\s*[:–-]\\s*)?${ORDER}.*[^.!?:…])$`, "iu"),
    of(`^(?:(?:still|also)\\s+)?(?:need(?:s)? to|must|have to|got to|will|going to)\\s+${DOING}`, "iu"),
    // "Ines: finish the invoice", "Ana to book the room", "Ana sends the offer by Friday".
    of(`^(?<who>${WHO})\\s*[:–-]\\s*(?:to\\s+)?(?<task>${ORDER}.*)$`),
    of(
      `^(?:[Aa]greed|AGREED|RESOLVED|[Dd]ecided)?:?\\s*(?!(?:\\p{L}*ed|Need|Have|Forgot|Remember|Try|Plans?|Ideas?|Decision|Proposal|Permission|Time|Nothing|Want|Wants|How|What|Where|When|Who|Going|Able|Trip|Right|Way)\\s)(?<who>${WHO}|[Tt]he \\p{Ll}+)\\s+to\\s+${DOING}`,
    ),
  ],
  dated: [
    of(`^(?<who>${WHO})\\s+(?<task>${DOES}\\b.*)$`),
    // "Passport photos, before the 20th": no verb, but a deadline.
    /^(?<task>(?!.*\b(?:is|are|was|were|has|have|had|will|been|be|can|must|closed|open|away|off|\p{L}+ed)\b)[^.?!]{4,60}[,;(–-]\s*(?:by|before|due)\s.*[^.?!])$/iu,
  ],
  unmeant:
    /\b(?:if (?:I|we|you|he|she|they|it|that|there|someone|anyone|any\p{L}+)|unless|would have|could have|should have|used to|what if|imagine|suppose|pretend|hypothetically|not sure|no need|(?:do|does|did|wo|would|will|ca|can|could|should)(?:n['’]t| not)(?! forget)|never (?!forget)|(?:have|has|had) already|already (?:sent|did|done|called|booked|paid|fixed|wrote)|last (?:week|month|year|time)|yesterday|said (?:that )?(?:he|she|they)|(?:he|she|they) said|asked (?:me|us) (?:if|whether)|always have to|(?:why|how|when|where|what|which|who|whether) (?:do|does|did|would|should|can|could|will|have|I|we|you)|wish|happy to|sometimes|(?:more|every) (?:often|day|morning|evening|time)|(?:do|does|did|should|shall|must) (?:I|we|you|they)|find (?:attached|enclosed))\b/iu,
};

/** Said about the conversation itself, or of nothing in particular. */
export const ABOUT_THE_TALK =
  /\b(?:hear (?:me|us|you)|(?:share|see|read|check|find|present|move|close|switch|take|have) (?:a look at |a )?(?:my|your|the|this|next|a)? ?(?:screens?|slides?|window|microphone|mic|camera|mute|chat window|agenda item|topic|point|break|seat)|move on|move (?:to|forward)|tell (?:you|me|us)\b|read (?:it|that|this) (?:out|again)|ask (?:you )?(?:a|one|another|some|this|that|my|you) ?(?:quick )?(?:question|thing|something)|check (?:that )?(?:I|we|you)\b|join (?:us|you|me) (?:here|today|now)|report (?:that|back that) |call it (?:a day|\w+ly)|find (?:it|that|this|out|the time)\b|read (?:the )?(?:room|minds?)|try (?:that|it|this) again|repeat|talk (?:to|with) you (?:later|soon|again|next|then|tomorrow)|speak (?:to|with) you|bring (?:it|this|that|us) (?:up|back)|return to (?:this|that|the)|test test)\b/iu;

/** Nothing that somebody could tick off: "get there", "do it", "take a break". */
export const NOTHING_IN_PARTICULAR =
  /^(?:look (?:at|into) (?:(?:it|that|this|them)$|your\b)|(?:get|make|give|put|run|do|have|work on|take care of) (?:it|that|this|them|you|me|us|some|any|there|here|back|started|going|done|sense|sure|used|rid|turns|time|place|part)\b)/iu;
