/**
 * What the suite checks and this service does not offer. A server need not offer it, and says in its capabilities that it does not;
 * the suite asks all the same, and takes the refusal, or that it finds no tool to try, for a failure.
 */
export interface Exception {
  /** Why it does not apply. */
  readonly reason: string;
  /** What the suite says of it; a check that does not succeed for another cause is no exception. */
  readonly says: RegExp;
  /** `scenario: check STATUS`, and the revisions in which it is tried. */
  readonly checks: Readonly<Record<string, readonly string[]>>;
}

const handshake = ["2025-06-18", "2025-11-25"];
const newest = ["2026-07-28"];
const all = [...handshake, ...newest];

export const exceptions: readonly Exception[] = [
  {
    reason: "There are no prompts: what an agent can do here are tools.",
    says: /Method not found/,
    checks: {
      "prompts-list: prompts-list FAILURE": all,
      "prompts-get-simple: prompts-get-simple FAILURE": all,
      "prompts-get-with-args: prompts-get-with-args FAILURE": all,
      "prompts-get-embedded-resource: prompts-get-embedded-resource FAILURE": all,
      "prompts-get-with-image: prompts-get-with-image FAILURE": all,
      "caching: sep-2549-prompts-list-caching-hints FAILURE": newest,
    },
  },
  {
    reason: "Nothing is completed: prompts would be, and the templates of resources take ids alone.",
    says: /Method not found/,
    checks: { "completion-complete: completion-complete FAILURE": all },
  },
  {
    reason: "No log goes to clients: it is the operator's.",
    says: /Method not found|Not testable: server does not list the diagnostic tool 'test_logging_tool'/,
    checks: {
      "logging-set-level: logging-set-level FAILURE": handshake,
      "tools-call-with-logging: tools-call-with-logging FAILURE": handshake,
      "server-stateless: sep-2575-server-no-log-without-loglevel FAILURE": newest,
    },
  },
  {
    reason: "Resources are not subscribed to, and the lists change with the version of the service alone.",
    says: /Method not found|Server did not declare (tools|prompts).listChanged/,
    checks: {
      "resources-subscribe: resources-subscribe FAILURE": handshake,
      "resources-unsubscribe: resources-unsubscribe FAILURE": handshake,
      "server-stateless: sep-2575-server-sends-tools-list-changed-on-subscription SKIPPED": newest,
      "server-stateless: sep-2575-server-sends-prompts-list-changed-on-subscription SKIPPED": newest,
    },
  },
  {
    reason: "No tool asks the client or its person for anything: approvals are given in the app.",
    says: new RegExp(
      [
        "There is no tool test_(sampling|elicitation|input_required)",
        "does not list the diagnostic tool 'test_(missing_capability|streaming_elicitation)'",
        "Method not found", // of a prompt that asks
        "Expected InputRequiredResult",
        "could not get initial InputRequiredResult",
        "instead of re-requesting via InputRequiredResult",
      ].join("|"),
    ),
    checks: {
      "tools-call-sampling: tools-call-sampling FAILURE": handshake,
      "tools-call-elicitation: tools-call-elicitation FAILURE": handshake,
      "elicitation-sep1034-defaults: elicitation-sep1034-general FAILURE": ["2025-11-25"],
      "elicitation-sep1330-enums: elicitation-sep1330-general FAILURE": ["2025-11-25"],
      "server-stateless: sep-2575-server-rejects-undeclared-capability FAILURE": newest,
      "server-stateless: sep-2575-missing-capability-http-400 FAILURE": newest,
      "server-stateless: sep-2575-http-server-no-independent-requests-on-stream FAILURE": newest,
      "input-required-result-basic-elicitation: sep-2322-elicitation-incomplete FAILURE": newest,
      "input-required-result-basic-list-roots: sep-2322-list-roots-incomplete FAILURE": newest,
      "input-required-result-basic-sampling: sep-2322-sampling-incomplete FAILURE": newest,
      "input-required-result-capability-check: sep-2322-respect-client-capabilities FAILURE": newest,
      "input-required-result-ignore-extra-params: sep-2322-ignore-unexpected-params WARNING": newest,
      "input-required-result-missing-input-response: sep-2322-missing-response-rerequests WARNING": newest,
      "input-required-result-multi-round: sep-2322-multi-round-r1 FAILURE": newest,
      "input-required-result-multiple-input-requests: sep-2322-multiple-inputs-incomplete FAILURE": newest,
      "input-required-result-non-tool-request: sep-2322-non-tool-incomplete FAILURE": newest,
      "input-required-result-request-state: sep-2322-request-state-incomplete FAILURE": newest,
      "input-required-result-result-type: sep-2322-result-type-included FAILURE": newest,
      "input-required-result-tampered-state: sep-2322-reject-tampered-state FAILURE": newest,
    },
  },
  {
    reason: "No argument of a tool is sent as a header besides.",
    says: /server exposes no tool with x-mcp-header annotations/,
    checks: {
      "http-custom-header-server-validation: sep-2243-server-no-xmcp-tool FAILURE": newest,
      "http-custom-header-server-validation: sep-2243-server-decode-base64 FAILURE": newest,
      "http-custom-header-server-validation: sep-2243-server-validate-param-match FAILURE": newest,
      "http-custom-header-server-validation: sep-2243-server-reject-invalid-param-chars FAILURE": newest,
      "http-custom-header-server-validation: sep-2243-server-reject-param-mismatch FAILURE": newest,
    },
  },
  {
    reason:
      "There are no sessions, so no stream is resumed: a call that may have been lost is made again with its idempotencyKey.",
    says: /did not (provide|return) (an MCP-Session-Id|session ID)|no last event ID|recommended for (resumability|controlling)/,
    checks: {
      "server-session-lifecycle: server-session-lifecycle-skipped INFO": handshake,
      "server-initialize: server-session-id-visible-ascii INFO": handshake,
      "server-sse-multiple-streams: server-sse-multiple-streams-session WARNING": ["2025-11-25"],
      "server-sse-polling: server-sse-polling-session WARNING": ["2025-11-25"],
      "server-sse-polling: server-sse-priming-event WARNING": ["2025-11-25"],
      "server-sse-polling: server-sse-retry-field WARNING": ["2025-11-25"],
      "server-sse-polling: server-sse-disconnect-resume INFO": ["2025-11-25"],
    },
  },
  {
    reason: "What is known at once is answered as JSON; a stream is for what takes its time.",
    says: /SSE streaming is optional/,
    checks: { "server-sse-multiple-streams: server-sse-streams-functional INFO": newest },
  },
];
