/** Every setting of the service: its variable, its flag, its default, how it is read. `npm run reference` makes docs/reference/settings.md from it. */
import { isCommonPassword } from "../../gateway/directory/secrets/common-passwords.ts";
import { limits } from "../../schema/limits.ts";
import type { Level } from "./log.ts";
import { defaultDriver, type DriverName, driverNames } from "../../actors/store/drivers/names.ts";
import {
  address,
  bucketAddress,
  given,
  issuer,
  listOf,
  mailbox,
  nodeAddress,
  oneOf,
  optional,
  setting,
  whole,
} from "./setting.ts";

export const settings = {
  host: setting("DAYSHIFT_HOST", {
    fallback: "127.0.0.1",
    read: given,
    expected: "a host name or address",
    meaning: "Address to listen on",
  }),
  port: setting("DAYSHIFT_PORT", {
    fallback: 8787,
    read: whole(0, 65_535),
    expected: "a port, 0 to 65535",
    meaning: "Port to listen on; `0` picks a free one",
  }),
  metricsPort: setting<number | null>("DAYSHIFT_METRICS_PORT", {
    fallback: null,
    read: whole(0, 65_535),
    expected: "a port, 0 to 65535",
    meaning:
      "Port for `GET /metrics`, in the text format of Prometheus, to be reached by the monitor alone; none when unset",
  }),
  publicUrl: setting<string | null>("DAYSHIFT_PUBLIC_URL", {
    fallback: null,
    read: address,
    expected: "an origin such as https://work.example.com, without a path",
    meaning: "Origin in links; `http://{host}:{port}` when unset",
  }),
  dataDir: setting("DAYSHIFT_DATA_DIR", {
    fallback: "./data",
    read: given,
    expected: "a folder",
    meaning: "Everything the service keeps",
  }),
  sqliteDriver: setting<DriverName>("DAYSHIFT_SQLITE_DRIVER", {
    fallback: defaultDriver,
    read: oneOf(...driverNames),
    expected: "libsql or node",
    meaning:
      "Library that opens the files of workspaces: `libsql`, or `node`, the SQLite of the runtime; both read the same files",
  }),
  ownerEmail: setting<string | null>("DAYSHIFT_OWNER_EMAIL", {
    fallback: null,
    read: (text) => (/^[^\s@]+@[^\s@]+$/.test(text) ? text : undefined),
    expected: "an e-mail address",
    meaning: "Creates the owner at first start, with the password",
  }),
  ownerPassword: setting<string | null>("DAYSHIFT_OWNER_PASSWORD", {
    fallback: null,
    read: (text) => (text.length >= 10 && text.length <= 256 && !isCommonPassword(text) ? text : undefined),
    expected: "10 to 256 characters, and none of the commonest passwords",
    meaning: "The owner's first password",
  }),
  model: setting<string | null>("DAYSHIFT_MODEL", {
    fallback: null,
    read: (text) => (/^(builtin|(openai|anthropic|openai-compatible):.+)$/.test(text) ? text : undefined),
    expected: "builtin, or <provider>:<model> with provider openai, anthropic or openai-compatible",
    meaning:
      "Who answers chats: `builtin`, or `<provider>:<model>`; wins over what operators set in the app, which counts when unset",
  }),
  modelBaseUrl: setting<string | null>("DAYSHIFT_MODEL_BASE_URL", {
    fallback: null,
    read: (text) => (URL.canParse(text) && /^https?:/.test(text) ? text : undefined),
    expected: "a URL such as http://127.0.0.1:11434/v1",
    meaning: "Address of the model, for `openai-compatible` or a proxy",
  }),
  modelApiKey: setting<string | null>("DAYSHIFT_MODEL_API_KEY", {
    fallback: null,
    read: optional,
    expected: "a key",
    meaning: "Key of the model provider",
  }),
  modelTimeoutSeconds: setting<number | null>("DAYSHIFT_MODEL_TIMEOUT_SECONDS", {
    fallback: null,
    read: whole(1, 3600),
    expected: "a number of seconds from 1 to 3600",
    meaning: "Seconds for one answer of the model; 300 for a model on this machine, else 60, when unset",
  }),
  modelContext: setting<number | null>("DAYSHIFT_MODEL_CONTEXT", {
    fallback: null,
    read: whole(4096, 10_000_000),
    expected: "a number of tokens from 4096 to 10000000",
    meaning:
      "Tokens that the model reads at once; when unset 200000 for Anthropic, 128000 for OpenAI, 8192 for a model on this machine, else 32768",
  }),
  transcribeModel: setting<string | null>("DAYSHIFT_TRANSCRIBE_MODEL", {
    fallback: null,
    read: optional,
    expected: "the name of a model",
    meaning:
      "The model that transcribes recordings, such as `whisper-1`; wins over what operators set in the app, which counts when unset",
  }),
  transcribeBaseUrl: setting<string | null>("DAYSHIFT_TRANSCRIBE_BASE_URL", {
    fallback: null,
    read: (text) => (URL.canParse(text) && /^https?:/.test(text) ? text : undefined),
    expected: "a URL such as http://127.0.0.1:8080/v1",
    meaning: "Address of the transcription; OpenAI's when unset and there is a key",
  }),
  transcribeApiKey: setting<string | null>("DAYSHIFT_TRANSCRIBE_API_KEY", {
    fallback: null,
    read: optional,
    expected: "a key",
    meaning: "Key of the transcription, where it wants one",
  }),
  rateLimitPerMinute: setting("DAYSHIFT_RATE_LIMIT_PER_MINUTE", {
    fallback: limits.keyRequests.credential.max,
    read: whole(1, 1_000_000),
    expected: "a number from 1 to 1000000",
    meaning: "Requests a minute, given to newly created keys",
  }),
  minutesPerMonth: setting<number | null>("DAYSHIFT_MINUTES_PER_MONTH", {
    fallback: null,
    read: whole(0, 100_000_000),
    expected: "a number of minutes",
    meaning: "Agent minutes of an organization per calendar month (UTC); unlimited when unset",
  }),
  concurrency: setting("DAYSHIFT_CONCURRENCY", {
    fallback: limits.turns.service.max,
    read: whole(1, 1024),
    expected: "a number from 1 to 1024",
    meaning: "Agent turns that work at once in the whole process; those that wait for a model provider do not count",
  }),
  budgetRuns: setting("DAYSHIFT_BUDGET_RUNS", {
    fallback: limits.budgetRuns.each.max,
    read: whole(1, 1_000_000),
    expected: "a number from 1 to 1000000",
    meaning: "Runs that a message, a run or an occurrence may set going, itself included; past it all of them end",
  }),
  budgetChanges: setting("DAYSHIFT_BUDGET_CHANGES", {
    fallback: limits.budgetChanges.each.max,
    read: whole(1, 1_000_000),
    expected: "a number from 1 to 1000000",
    meaning: "Changes that those runs may make together",
  }),
  budgetMinutes: setting("DAYSHIFT_BUDGET_MINUTES", {
    fallback: limits.budgetMinutes.each.max,
    read: whole(1, 1_000_000),
    expected: "a number from 1 to 1000000",
    meaning: "Minutes for which those runs may work together, waiting for decisions aside",
  }),
  budgetModelCalls: setting("DAYSHIFT_BUDGET_MODEL_CALLS", {
    fallback: limits.budgetModelCalls.each.max,
    read: whole(1, 1_000_000),
    expected: "a number from 1 to 1000000",
    meaning: "Answers of the model that those runs may take together",
  }),
  generationPerDay: setting("DAYSHIFT_GENERATION_PER_DAY", {
    fallback: limits.generation.workspace.max,
    read: whole(0, 1_000_000),
    expected: "a number from 0 to 1000000",
    meaning:
      "Requests to the model for titles, summaries and suggestions of captures, of one workspace and day (UTC); past it the built-in engine makes them",
  }),
  workers: setting("DAYSHIFT_WORKERS", {
    fallback: 0,
    read: whole(0, 64),
    expected: "a number from 0 to 64",
    meaning: "Worker threads that own the workspaces; `0` keeps everything in one thread",
  }),
  maxOpen: setting("DAYSHIFT_MAX_OPEN", {
    fallback: limits.openWorkspaces.service.max,
    read: whole(1, 100_000),
    expected: "a number from 1 to 100000",
    meaning:
      "Workspaces open at once; the half of them used last keep their files open, too, and the others take theirs again when asked",
  }),
  maxWorkspaces: setting("DAYSHIFT_MAX_WORKSPACES", {
    fallback: limits.workspaces.person.max,
    read: whole(1, 1_000_000),
    expected: "a number from 1 to 1000000",
    meaning: "Workspaces that one person may belong to",
  }),
  maxLongPolls: setting("DAYSHIFT_MAX_LONG_POLLS", {
    former: "DAYSHIFT_MAX_HELD",
    fallback: limits.longPolls.service.max,
    read: whole(0, 100_000),
    expected: "a number from 0 to 100000",
    meaning:
      "Requests that wait at once (`waitSeconds`) in the whole process; one more is answered at once, as things stand",
  }),
  answerCacheMegabytes: setting("DAYSHIFT_ANSWER_CACHE_MB", {
    former: "DAYSHIFT_KEPT_ANSWERS_MB",
    fallback: 8,
    read: whole(0, 100_000),
    expected: "a number from 0 to 100000",
    meaning:
      "Memory in which answers of reads are cached until something in their workspace changes, in megabytes; `0` caches none",
  }),
  historyDays: setting("DAYSHIFT_HISTORY_DAYS", {
    fallback: limits.history.each.max,
    read: whole(1, 36_500),
    expected: "a number of days from 1 to 36500",
    meaning:
      "Days for which a change says what stood there before, and can be undone; of agents and skills as long as they live, and that something was changed for ever",
  }),
  smtpUrl: setting<string | null>("DAYSHIFT_SMTP_URL", {
    fallback: null,
    read: (text) => (URL.canParse(text) && /^smtps?:\/\/[^/]/.test(text) ? text : undefined),
    expected: "a URL such as smtp://user:password@mail.example.com:587, or smtps:// for TLS from the start",
    meaning: "Mail server for notifications; without it people are notified in the app only",
  }),
  mailFrom: setting<string | null>("DAYSHIFT_MAIL_FROM", {
    fallback: null,
    read: (text) => (mailbox.test(text) ? text : undefined),
    expected: "an address such as dayshift@example.com, or Dayshift <dayshift@example.com>",
    meaning: "Sender of e-mails; goes with the mail server",
  }),
  oidcIssuer: setting<string | null>("DAYSHIFT_OIDC_ISSUER", {
    fallback: null,
    read: issuer,
    expected: "an https address such as https://login.example.com, or http on this machine",
    meaning: "OpenID Connect provider that signs people in, as it names itself; goes with the client id",
  }),
  oidcClientId: setting<string | null>("DAYSHIFT_OIDC_CLIENT_ID", {
    fallback: null,
    read: optional,
    expected: "the id of a client",
    meaning: "What this service is called at the provider; its redirect address is `{public URL}/app/v1/oidc/callback`",
  }),
  oidcClientSecret: setting<string | null>("DAYSHIFT_OIDC_CLIENT_SECRET", {
    fallback: null,
    read: optional,
    expected: "a secret",
    meaning: "Secret of that client, where it has one",
  }),
  maxUploadMegabytes: setting("DAYSHIFT_MAX_UPLOAD_MB", {
    fallback: limits.uploads.each.max,
    read: whole(1, 1_000_000),
    expected: "a number from 1 to 1000000",
    meaning: "The largest audio file that may be uploaded, in megabytes",
  }),
  diskReserveMegabytes: setting("DAYSHIFT_DISK_RESERVE_MB", {
    fallback: limits.diskReserve.service.max,
    read: whole(0, 100_000_000),
    expected: "a number from 0 to 100000000",
    meaning: "Free disk, in megabytes, below which captures are refused; `0` takes them until the disk is full",
  }),
  directoryUrl: setting<string | null>("DAYSHIFT_DIRECTORY_URL", {
    fallback: null,
    read: (text) => (/^(file:|libsql:|https?:|wss?:)/.test(text) ? text : undefined),
    expected: "a file:, libsql:, http: or https: URL",
    meaning: "Where organizations, users and keys are kept; a file in the data folder when unset",
  }),
  directoryToken: setting<string | null>("DAYSHIFT_DIRECTORY_TOKEN", {
    fallback: null,
    read: optional,
    expected: "a token",
    meaning: "Token for a remote directory",
  }),
  storeUrl: setting<string | null>("DAYSHIFT_STORE_URL", {
    fallback: null,
    read: (text) => (URL.canParse(text) && /^postgres(ql)?:\/\/[^/]/.test(text) ? text : undefined),
    expected: "an address such as postgres://user:password@db.example.com/dayshift",
    meaning:
      "PostgreSQL that several machines share: one of them owns the data, the others wait, and the data folder is a cache; needs `DAYSHIFT_SECRET_KEY`; one machine when unset",
  }),
  storeMedia: setting<string | null>("DAYSHIFT_STORE_MEDIA", {
    fallback: null,
    read: (text) => (bucketAddress.test(text) ? text : undefined),
    expected: "s3://<bucket>/<prefix>",
    meaning:
      "Bucket for finished recordings and images, `s3://<bucket>/<prefix>`, with `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`; they stay in the store when unset",
  }),
  leaseSeconds: setting("DAYSHIFT_LEASE_SECONDS", {
    fallback: 5,
    read: whole(1, 300),
    expected: "a number of seconds from 1 to 300",
    meaning: "How long a machine that has fallen silent keeps the data of the store, in seconds",
  }),
  nodeUrl: setting<string | null>("DAYSHIFT_NODE_URL", {
    fallback: null,
    read: nodeAddress,
    expected: "an address such as tls://10.0.0.5:8788",
    meaning:
      "Where the other nodes of a store reach this one, on a private network: every node then answers, and owns a share of the workspaces; needs `DAYSHIFT_NODE_SECRET`; one node answers when unset",
  }),
  nodeSecret: setting<string | null>("DAYSHIFT_NODE_SECRET", {
    fallback: null,
    read: (text) => (/^[0-9a-f]{64}$/i.test(text) ? text : undefined),
    expected: "64 hexadecimal digits",
    meaning: "What nodes show each other, and encrypt what they say with; the same on every node",
  }),
  secretKey: setting<string | null>("DAYSHIFT_SECRET_KEY", {
    fallback: null,
    read: (text) => (/^[0-9a-f]{64}$/i.test(text) ? text : undefined),
    expected: "64 hexadecimal digits",
    meaning:
      "Encrypts secrets such as those of second factors; in `secret.key` in the data folder, which no backup has, when unset",
  }),
  privateAddresses: setting<boolean>("DAYSHIFT_PRIVATE_ADDRESSES", {
    fallback: false,
    read: (text) => ({ true: true, false: false })[text],
    expected: "true or false",
    meaning: "Lets owners connect outside servers on this machine and in private networks, over plain http too",
  }),
  trustedProxies: setting<readonly string[]>("DAYSHIFT_TRUSTED_PROXIES", {
    fallback: [],
    read: listOf,
    expected: "addresses or networks, separated by commas",
    meaning: "Proxies whose `X-Forwarded-For` counts",
  }),
  backupTo: setting<string | null>("DAYSHIFT_BACKUP_TO", {
    fallback: null,
    read: (text) => (!/^(?:s3:|\w+:\/\/)/i.test(text) || bucketAddress.test(text) ? text : undefined),
    expected: "a folder or s3://<bucket>/<prefix>",
    meaning: "Where backups go on a schedule: a folder, or `s3://<bucket>/<prefix>`; none are made when unset",
  }),
  backupHours: setting("DAYSHIFT_BACKUP_HOURS", {
    fallback: 24,
    read: whole(1, 8760),
    expected: "a number of hours from 1 to 8760",
    meaning: "Hours from one backup to the next",
  }),
  backupKeep: setting("DAYSHIFT_BACKUP_KEEP", {
    fallback: 14,
    read: whole(1, 100_000),
    expected: "a number from 1 to 100000",
    meaning: "How many backups are kept",
  }),
  releasesDir: setting<string | null>("DAYSHIFT_RELEASES_DIR", {
    fallback: null,
    read: optional,
    expected: "a folder",
    meaning: "Archives of the command for `/install.sh`, with their `SHA256SUMS`",
  }),
  log: setting<Level | "silent">("DAYSHIFT_LOG", {
    fallback: "info",
    read: oneOf("debug", "info", "warn", "error", "silent"),
    expected: "debug, info, warn, error or silent",
    meaning: "How much is logged on stderr",
  }),
};
