/** What a rule says in words is what it does: no part is left out, and what is no rule is shown as it was written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { englishRules } from "../../../src/schema/rule-language.ts";
import { isSayable, ruleInWords, ruleWithStart, ruleWithTime } from "../../../src/schema/rule-words.ts";
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

test("a rule takes from its start the time that it does not name, and the day where it names none", () => {
  const start = "2026-03-10T07:30:00";
  const cases = [
    ["FREQ=DAILY", "Every day at 07:30"],
    ["FREQ=DAILY;BYHOUR=9", "Every day at 09:00"],
    ["FREQ=DAILY;BYMINUTE=15", "Every day at 07:15"],
    ["FREQ=WEEKLY;INTERVAL=2", "Every 2 weeks on Tuesday at 07:30"],
    ["FREQ=WEEKLY;BYHOUR=9", "Every week on Tuesday at 09:00"],
    ["FREQ=WEEKLY;BYDAY=FR", "Every week on Friday at 07:30"],
    ["FREQ=MONTHLY", "Every month on day 10 at 07:30"],
    ["FREQ=MONTHLY;BYDAY=-1FR", "Every month on the last Friday at 07:30"],
    ["FREQ=YEARLY", "Every year on day 10 in March at 07:30"],
    ["FREQ=HOURLY;INTERVAL=3", "Every 3 hours"],
    ["every day", "every day"],
  ] as const;
  for (const [rule, words] of cases) assert.equal(inEnglish(ruleWithStart(rule, start)), words);
  assert.equal(
    inEnglish(ruleWithTime("FREQ=WEEKLY", "2026-03-09T23:30:00.000Z", "Europe/Berlin")),
    "Every week on Tuesday at 00:30",
  );
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
