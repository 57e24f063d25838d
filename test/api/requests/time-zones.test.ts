/** Time zones are taken in any case, and answered as the IANA database spells them. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isTimeZone, spelledTimeZone } from "../../../src/schema/time-zones.ts";
import { startTestService } from "../../helpers/service.ts";

const spelling = { rules: ["requests.zone-names"] } as const;

const hoursIn = (timezone: string) => ({
  workingHours: { timezone, windows: [{ days: ["monday" as const], start: "09:00", end: "17:00" }] },
});

/** Those that `Intl` does not list: aliases, and names that are not written word by word with a capital. */
const others =
  `Africa/Dar_es_Salaam Africa/Timbuktu America/Argentina/ComodRivadavia America/Knox_IN America/Port-au-Prince
  America/Port_of_Spain America/North_Dakota/New_Salem Antarctica/DumontDUrville Antarctica/McMurdo Antarctica/South_Pole Asia/Kolkata
  Asia/Ho_Chi_Minh Asia/Ust-Nera Australia/ACT Australia/LHI Australia/NSW Brazil/DeNoronha CET CST6CDT Canada/Saskatchewan
  Chile/EasterIsland Cuba EET EST EST5EDT Etc/GMT Etc/GMT+0 Etc/GMT+12 Etc/GMT-14 Etc/GMT0 Etc/Greenwich Etc/UCT Etc/UTC
  Europe/Isle_of_Man Europe/Kyiv GB GB-Eire GMT GMT+0 GMT-0 GMT0 HST Hongkong Israel MET MST MST7MDT Mexico/BajaNorte
  Mexico/BajaSur NZ NZ-CHAT PRC PST8PDT Pacific/Yap ROC ROK UCT US/Alaska US/East-Indiana US/Indiana-Starke US/Samoa UTC
  Universal W-SU WET Zulu`.split(/\s+/);

test("every name is spelled as the database does, whatever its case was", spelling, () => {
  const names = [...new Set([...Intl.supportedValuesOf("timeZone"), ...others])];
  assert.ok(names.length > 450);
  for (const name of names) {
    assert.ok(isTimeZone(name), name);
    for (const sent of [name, name.toLowerCase(), name.toUpperCase()]) assert.equal(spelledTimeZone(sent), name);
  }
});

test("a name is stored and shown so wherever one is sent; an alias stays as sent", spelling, async () => {
  const service = await startTestService({ after });
  const rrule = "FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0";
  const spelled = { "europe/berlin": "Europe/Berlin", "ASIA/KOLKATA": "Asia/Kolkata", "us/eastern": "US/Eastern" };
  for (const [sent, shown] of Object.entries(spelled)) {
    const schedule = { rrule, timezone: sent };
    const todo = await service.ok("createTodo", { body: { title: "Daily", schedule } });
    const { data } = await service.ok("listScheduledSeries", { query: { limit: 100 } });
    assert.deepEqual([todo.timezone, data.find(({ todoId }) => todoId === todo.id)?.timezone], [shown, shown]);
    const { id: agentId } = await service.ok("createAgent", { body: { name: `Agent ${shown}` } });
    const agent = await service.ok("updateAgent", { path: { agentId }, body: hoursIn(sent) });
    assert.equal(agent.workingHours?.timezone, shown);
  }
});

test("the same zone in another case is no change", spelling, async () => {
  const service = await startTestService({ after });
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Ada" } });
  await service.ok("updateAgent", { path: { agentId }, body: hoursIn("Europe/Berlin") });
  const same = await service.ok("updateAgent", { path: { agentId }, body: hoursIn("EUROPE/BERLIN") });
  assert.deepEqual(same.changes, []);
});
