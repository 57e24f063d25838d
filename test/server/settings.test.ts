/** Settings: their defaults, and what is refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { flagOf } from "../../src/server/base/setting.ts";
import { readConfiguration, unknownVariables } from "../../src/server/base/configuration.ts";
import { settings } from "../../src/server/base/settings.ts";

for (const [variable, value, words] of [
  ["DAYSHIFT_PORT", "70000", /DAYSHIFT_PORT: expected a port, 0 to 65535, got "70000"/],
  ["DAYSHIFT_PORT", "eighty", /DAYSHIFT_PORT/],
  ["DAYSHIFT_PUBLIC_URL", "work.example.com", /DAYSHIFT_PUBLIC_URL: expected an origin/],
  [
    "DAYSHIFT_PUBLIC_URL",
    "https://work.example.com/base",
    /DAYSHIFT_PUBLIC_URL: expected an origin .*, without a path/,
  ],
  ["DAYSHIFT_MODEL", "gpt", /DAYSHIFT_MODEL: expected builtin/],
  ["DAYSHIFT_MINUTES_PER_MONTH", "-1", /DAYSHIFT_MINUTES_PER_MONTH/],
  ["DAYSHIFT_LOG", "loud", /DAYSHIFT_LOG: expected debug/],
  ["DAYSHIFT_DIRECTORY_URL", "postgres://x", /DAYSHIFT_DIRECTORY_URL/],
  ["DAYSHIFT_SMTP_URL", "mail.example.com:25", /DAYSHIFT_SMTP_URL: expected a URL such as smtp:/],
  ["DAYSHIFT_SMTP_URL", "smtp://mail.example.com", /DAYSHIFT_SMTP_URL and DAYSHIFT_MAIL_FROM go together/],
  ["DAYSHIFT_MAIL_FROM", "nobody", /DAYSHIFT_MAIL_FROM: expected an address/],
  ["DAYSHIFT_MAIL_FROM", "A <a@example.com>, b@example.com", /DAYSHIFT_MAIL_FROM: expected an address/],
  ["DAYSHIFT_MAIL_FROM", "a@example.com", /go together/],
  ["DAYSHIFT_OWNER_EMAIL", "ada@example.com", /go together/],
  ["DAYSHIFT_BACKUP_TO", "s3://", /DAYSHIFT_BACKUP_TO: expected a folder or s3:\/\/<bucket>\/<prefix>, got "s3:\/\/"/],
  ["DAYSHIFT_BACKUP_TO", "gs://bucket/all", /DAYSHIFT_BACKUP_TO: expected a folder or s3:/],
  ["DAYSHIFT_STORE_MEDIA", "/a/folder", /DAYSHIFT_STORE_MEDIA: expected s3:\/\/<bucket>\/<prefix>, got/],
  ["DAYSHIFT_STORE_MEDIA", "s3://media/of-all", /DAYSHIFT_STORE_MEDIA needs DAYSHIFT_STORE_URL/],
] as const) {
  test(`${variable}=${value} is refused, naming the variable and what was expected`, () => {
    assert.throws(() => readConfiguration({ [variable]: value }, {}), words);
  });
}

test("a wrong secret is refused without being repeated", () => {
  const environment = { DAYSHIFT_OWNER_EMAIL: "ada@example.com", DAYSHIFT_OWNER_PASSWORD: "short" };
  assert.throws(
    () => readConfiguration(environment, {}),
    (error: Error) => error.message.includes("10 to 256 characters") && !error.message.includes("short"),
  );
});

test("the password in the address of a mail server is not repeated", () => {
  assert.throws(
    () => readConfiguration({ DAYSHIFT_SMTP_URL: "http://user:hidden-word@mail.example.com" }, {}),
    (error: Error) => error.message.includes("DAYSHIFT_SMTP_URL") && !error.message.includes("hidden-word"),
  );
});

test("nothing is required", () => {
  const configuration = readConfiguration({}, {});
  assert.equal(configuration.port, 8787);
  assert.equal(configuration.host, "127.0.0.1");
  assert.equal(configuration.minutesPerMonth, null);
});

test("a flag wins over its variable", () => {
  assert.equal(readConfiguration({ DAYSHIFT_PORT: "1" }, { port: "2" }).port, 2);
});

test("a public URL is stored as an origin, without a slash at its end", () => {
  assert.equal(
    readConfiguration({ DAYSHIFT_PUBLIC_URL: "https://work.example.com/" }, {}).publicUrl,
    "https://work.example.com",
  );
});

test("every setting is a flag, too", () => {
  for (const { variable } of Object.values(settings)) assert.match(flagOf(variable), /^[a-z-]+$/);
});

test("a setting that was renamed is read by its former name, which the new one overrides", () => {
  const former = { DAYSHIFT_KEPT_ANSWERS_MB: "3" };
  assert.equal(readConfiguration(former, {}).answerCacheMegabytes, 3);
  assert.equal(readConfiguration({ ...former, DAYSHIFT_ANSWER_CACHE_MB: "5" }, {}).answerCacheMegabytes, 5);
  assert.deepEqual(unknownVariables(former), []);
});
