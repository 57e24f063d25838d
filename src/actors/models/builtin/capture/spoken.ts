/**
 * What people say they will do. Nobody marks tasks when speaking, so here are the few turns of phrase that rarely mean anything
 * else: a promise, a request, a duty, each with a verb of doing. What is asked, doubted, denied or made up is left alone.
 */
import { markedText } from "./marks.ts";

const VERBS =
  "add|announce|arrange|ask|assign|back up|book|bring|build|buy|call|cancel|chase|check|clean(?: up)?|close|collect|compare|complete|confirm|" +
  "contact|copy|correct|create|deliver|deploy|design|document|draft|e-?mail|escalate|export|fetch|file|fill (?:in|out)|finalise|finalize|find|" +
  "finish|fix|follow up|forward|gather|hand (?:in|over)|hire|implement|install|inform|interview|invite|invoice|investigate|join|" +
  "measure|merge|migrate|move|negotiate|notify|order|organise|organize|pay|phone|pick up|ping|plan|post|prepare|" +
  "present|print|publish|reach out|read|refund|register|remind|remove|renew|repair|replace|reply|report|request|reschedule|research|" +
  "reserve|restart|return|review|revise|rewrite|ring|schedule|send(?: out| over)?|set up|share|sign|sort out|speak (?:to|with)|submit|switch|" +
  "talk (?:to|with)|take (?:over|care of)|tell|test|text|train|translate|try out|update|upgrade|upload|verify|visit|write(?: up)?";
const ADVERBS =
  "(?:(?:also|then|just|please|definitely|quickly|personally|probably|still|now|really|first|kindly|maybe|all|today|tomorrow|tonight|go ahead and|try (?:to|and)|make sure (?:to|we|you|I))\\s+)*";
const DOING = `(?<task>${ADVERBS}(?:${VERBS})\\b.*)`;
const NAME = "\\p{Lu}[\\p{L}'-]+";

const PATTERNS = [
  // Promises: "I'll send the offer", "Ana will book the room".
  new RegExp(
    `\\b(?:I|we)(?:['’]ll|\\s+will|\\s+shall|\\s+can|['’]m going to|\\s+am going to|['’]re going to|\\s+are going to)\\s+${DOING}`,
    "u",
  ),
  new RegExp(`^(?:\\p{L}+,?\\s+)?(?<who>${NAME})(?:['’]ll|\\s+will|\\s+is going to)\\s+${DOING}`, "u"),
  new RegExp(`\\b(?:let me|leave it (?:to|with) me,? I['’]ll)\\s+${DOING}`, "iu"),
  // Requests: "can you check the numbers", "please call the bank".
  new RegExp(`\\b(?:can|could|would|will) (?:you|one of you|someone|somebody)\\s+${DOING}`, "iu"),
  new RegExp(`\\b(?:please|I(?:['’]d| would) like you to|I (?:want|need) you to)\\s+${DOING}`, "iu"),
  // Duties: "we need to renew the contract".
  new RegExp(
    `\\b(?:I|we|someone|somebody|(?!You)${NAME})\\s+(?:(?:still|also|really)\\s+)*(?:need(?:s)? to|ha(?:ve|s)(?: got)? to|['’]ve got to|must)\\s+${DOING}`,
    "u",
  ),
  new RegExp(
    `\\b(?:do(?:n['’]t| not)|let['’]s not|must not|mustn['’]t|never) forget to\\s+${DOING.replace(VERBS, "\\p{L}+")}`,
    "iu",
  ),
  new RegExp(`\\b(?:remember|remind (?:me|us|you)|make sure) to\\s+${DOING.replace(VERBS, "\\p{L}+")}`, "iu"),
  /\b(?:(?:the |my |our |your )?(?:next )?(?:action item|action point|to-?do|next step)(?: (?:here|for \p{L}+))? (?:is|would be)(?: (?:for \p{L}+ )?to| that)?)\s+(?<task>\S.*)/iu,
];

/** What makes the same words mean something else: a condition, a doubt, a denial, a story, a joke, a matter of course. */
const UNMEANT =
  /\b(?:if (?:I|we|you|he|she|they|it|that|there|someone)|unless|would have|could have|should have|used to|what if|imagine|suppose|pretend|hypothetically|not sure|no need|(?:do|does|did|wo|would|will|ca|can|could|should)(?:n['’]t| not)(?! forget)|never (?!forget)|(?:have|has|had) already|already (?:sent|did|done|called|booked|paid|fixed|wrote)|last (?:week|month|year|time)|yesterday|said (?:that )?(?:he|she|they)|(?:he|she|they) said|asked (?:me|us) (?:if|whether)|always have to|(?:why|how|when|where|what|which|who|whether) (?:do|does|did|would|should|can|could|will|have|I|we|you)|wish|happy to|sometimes)\b/iu;
/** Said about the conversation itself. */
const ABOUT_THE_TALK =
  /\b(?:hear (?:me|us|you)|(?:share|see|read|check|find|present|move|close|switch) (?:my|your|the|this|next|a)? ?(?:screens?|slides?|window|microphone|mic|camera|mute|chat window|agenda item|topic|point)|move on|move (?:to|forward)|tell (?:you|me|us)\b|read (?:it|that|this) (?:out|again)|ask (?:you )?(?:a|one|another|some|this|that|my|you) ?(?:quick )?(?:question|thing|something)|check (?:that )?(?:I|we|you)\b|join (?:us|you|me) (?:here|today|now)|report (?:that|back that) |call it (?:a day|\w+ly)|find (?:it|that|this|out|the time)\b|read (?:the )?(?:room|minds?)|try (?:that|it|this) again|repeat|talk (?:to|with) you (?:later|soon|again|next|then|tomorrow)|speak (?:to|with) you|bring (?:it|this|that|us) (?:up|back)|return to (?:this|that|the)|test test)\b/iu;

/** A longer sentence is no plain word. */
const longest = 400;

/** What a spoken sentence says is to be done, in its own words; null when it says no such thing. */
export function spokenTask(sentence: string): string | null {
  if (sentence.length > longest) return null;
  const marked = markedText(sentence);
  if (marked !== null) return marked;
  const match = PATTERNS.map((pattern) => pattern.exec(sentence)).find((each) => each !== null);
  const task = match?.groups?.["task"] ?? "";
  const { who = "" } = match?.groups ?? {};
  // What follows a comma explains the task and changes nothing about it.
  const told = sentence.slice(0, sentence.length - task.length) + task.replace(/,.*$/, "");
  if (UNMEANT.test(told) || ABOUT_THE_TALK.test(told)) return null;
  const bare = task
    .replace(new RegExp(`^${ADVERBS}`, "iu"), "")
    .replace(/[\s,]+(?:please|okay|ok|right|alright|thanks|thank you|though|then|as well|too)?\s*[.!?…]*$/iu, "")
    .replace(/[,;]\s*(?:and\s+)?(?:then\s+)?(?:I|we|you|so|but|because|okay|right|if that)\b.*$/iu, "");
  if (bare.split(/\s+/).length < 2) return null;
  return isName(who) ? `${who}: ${bare}` : bare;
}

/** Words that begin a sentence with a capital and are no name. */
function isName(word: string): boolean {
  return (
    word !== "" &&
    !/^(?:I|It|He|She|They|We|You|This|That|There|Here|What|Who|Someone|Somebody|Everyone|Nobody|The|These|Those|And|So|But|Then|Which|One)$/.test(
      word,
    )
  );
}
