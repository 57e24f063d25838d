/** What a rule says in words is what it does: no part is left out, and what is no rule is shown as it was written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { englishRules } from "../../../src/schema/rule-language.ts";
import { isSayable, ruleInWords } from "../../../src/schema/rule-words.ts";
import { germanRules } from "../../../src/web/words/de/rules.ts";

const inEnglish = (rule: string): string => ruleInWords(rule, englishRules);

test("a rule is said with all that decides when it comes", () => {
  const cases = [
    ["FREQ=DAILY", "Every day"],
    ["RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;BYHOUR=9;BYMINUTE=30", "Every 2 weeks on Monday and Thursday at 09:30"],
    ["freq=daily;byhour=9", "Every day at 09:00"],
    ["FREQ=HOURLY;BYMINUTE=0,30", "Every hour at minute 00 and 30"],
    ["FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1,-1", "Every month on the first Monday and the last Monday"],
    ["FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=-1;COUNT=3", "Every year on the last day in March 3 times"],
    ["FREQ=YEARLY;BYWEEKNO=20", "Every year with BYWEEKNO=20"],
  ] as const;
  for (const [rule, words] of cases) assert.equal(inEnglish(rule), words);
  assert.equal(ruleInWords("FREQ=HOURLY;BYMINUTE=30", germanRules), "Jede Stunde zur Minute 30");
});

test("what is no rule stays as it was written", () => {
  const wrong = [
    "every day",
    "FREQ=MINUTELY",
    "FREQ=DAILY;",
    "BYDAY=MO",
    "FREQ=WEEKLY;BYDAY=XX",
    "FREQ=DAILY;BYHOUR=nine",
    "FREQ=YEARLY;BYMONTH=13",
    "FREQ=DAILY;UNTIL=tomorrow",
    "FREQ=DAILY;X=a b",
    "FREQ=DAILY;and nothing else=1",
    "FREQ=DAILY;BYHOUR",
    "",
  ];
  for (const rule of wrong) {
    assert.equal(isSayable(rule), false, rule);
    assert.equal(inEnglish(rule), rule);
  }
});
