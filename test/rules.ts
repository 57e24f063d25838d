/**
 * The rules of the contract, one line each: `id | where it stands | what must hold`. A test cites the ids that it proves
 * in the field `rules` of its options; `test/rules.test.ts` fails for a rule that no test cites. Sources: the interface specification
 * (`interface: <section or operation>`), the decisions that fill its gaps (`decisions §n`), the semantics at the edges.
 */

declare module "node:test" {
  interface TestOptions {
    /** Ids of the rules that the test proves. The runner ignores them. */
    readonly rules?: readonly string[];
  }
}

export interface Rule {
  readonly id: string;
  readonly source: string;
  readonly text: string;
}

const table = `
requests.request-id | interface: Errors | Every answer carries X-Request-Id; a failure repeats it in its body; no two are alike.
requests.error-body | interface: Errors | A failure has type, code, message, param, docsUrl, specUrl, requestId, and nothing else; specUrl is open to all.
requests.error-type | interface: Errors | The status and the type of a failure follow from its code.
requests.object-field | interface: Conventions | Every resource and envelope names its own type in object.
requests.nullable-present | interface: Conventions | A nullable field is always there, null when empty.
requests.unknown-field | decisions General | An unknown field of a body is refused with its dotted path, and the message lists the accepted ones.
requests.unknown-parameter | interface: Lists | An unknown query parameter is refused; param names it, the message lists the accepted ones.
requests.unknown-parameter-everywhere | decisions §8 | Every operation refuses unknown query parameters, the open ones included.
requests.repeated-parameter | decisions §8 | A query parameter given twice is validation_failed; limit[] is an unknown one.
requests.query-values | semantics: Requests | Numbers in a query are plain digits, booleans true or false.
requests.malformed-escape | decisions §8 | A malformed escape in path or query is 400 in our error body.
requests.path-id | interface: Conventions | A path id that is no UUID is 400 and names the parameter; upper case is accepted.
requests.foreign-id | interface: Conventions | An id of another workspace answers as missing, wherever it stands.
requests.body-id | decisions §4 | An unknown id in a body is 404 with the place it stands in.
requests.filter-id | decisions §4 | An unknown id in a filter matches nothing: 200 and empty.
requests.unknown-operation | interface: Errors | A path that nothing is at is 404 unknown_operation.
requests.method-not-allowed | interface: Errors | A known path with another method is 405 and Allow lists the methods.
requests.literal-path | decisions §8 | A literal path wins over a parameter: DELETE /todos/summary is 405.
requests.removed | interface: Versioning | A removed operation is 410 operation_removed, invalid_request_error, and names the replacement.
requests.head | decisions §8 | HEAD answers like GET, without a body.
requests.too-large | interface: Limits | A body over 512,000 bytes is 413; one of exactly that size is read.
requests.media-type | interface: Errors | A body that is not application/json in UTF-8, or is compressed, is 415.
requests.json | semantics: Requests | Malformed JSON, an array, a bare value, or nesting past 32 levels is 400.
requests.forbidden-keys | semantics: Requests | The keys __proto__, constructor and prototype are refused at any depth.
requests.integers | semantics: Requests | Integers must be safe integers.
requests.no-body | semantics: Requests | A request that needs no body may come without body and type; a body where none is taken is refused.
requests.missing-field | semantics: Bugs | A missing field of a body is 400 naming it, and the service goes on.
requests.text | semantics: Requests | NUL and lone surrogates are refused everywhere; control characters but tab and line breaks in long text.
requests.lines | semantics: Requests | Names and titles are one line, trimmed, not blank.
requests.code-points | decisions §7 | Lengths count Unicode code points.
requests.dates | semantics: Requests | A calendar date must exist; it is never moved by a time zone.
requests.instants | semantics: Requests | A date-time carries an offset and lies between 1970 and 9999.
requests.time-zones | semantics: Requests | Time zones are IANA names; offsets are not.
requests.zone-names | decisions §9 | Time zones are stored and shown in the upper and lower case of IANA; aliases stay as sent.
requests.param-path | decisions General | param is a dotted path such as data[3].title.
requests.no-query-credential | decisions §2 | No query parameter carries a credential.
requests.order | semantics: Requests | Checks come in order: credential, scope, rate limit, type and size, validation, idempotency, act.
requests.failure | semantics: Requests | An unforeseen failure is 500 internal_error with a constant message; details stand in the log alone.
requests.polling | interface: Events | Nothing is pushed: updatedSince, afterSequence and status show every change to who asks.

auth.open | interface: Authentication 3 | The service information and the OpenAPI document need no credential.
auth.missing | interface: Authentication 10 | No credential is 401 missing_credentials.
auth.invalid | interface: Authentication 10 | Malformed, unknown and revoked keys read exactly alike.
auth.expired | interface: Authentication 10 | A key past its expiry is 401 expired_api_key.
auth.session-token | decisions §2 | A bad session token is 401 invalid_session_token.
auth.session | interface: Authentication 4 | A session serves /me and the resource operations, with all scopes.
auth.missing-scope | interface: Authentication 8 | A missing scope is 403 missing_scope and the message names it.
auth.scopes | interface: Authentication 7 | Each operation opens with its own scope and with no other; the scope goes by operation, not by path.
auth.allowed-operations | interface: Authentication 9 | allowedOperations lists exactly what the credential can call.
auth.workspace | interface: Rules 1 | A key lands in its own workspace; nothing in a request leads elsewhere.
auth.revocation | interface: API keys | A revocation is effective at the next request.
auth.throttle | decisions §3 | Past 60 unknown credentials a minute from one address further ones are 429; valid ones are never blocked.
auth.forwarded | decisions §3 | X-Forwarded-For counts from configured proxies only.
auth.cookie | decisions §2 | The session cookie reads; it changes something only with our own Origin.
auth.many-workspaces | decisions §9 | A session of several workspaces lands in the one it names in Dayshift-Workspace, else in the default one of its person.
auth.not-a-member | interface: Authentication 5 | A session that names a workspace it is no member of is 403 workspace_access_denied.
auth.open-channels | limits.md | What is open (audio, uploads, requests that wait, streams, the feed) ends at once with the membership or the credential that opened it.
auth.mid-run | semantics: Work | Revoking a credential takes its rights from work that it began.

oauth.invalid-token | decisions §2 | A malformed, unknown or revoked access token is 401 invalid_token; refresh tokens and codes open nothing.
oauth.expired-token | decisions §8 | An access token past its hour is 401 expired_token.
oauth.challenge | decisions §2 | A 401 names the metadata of the resource in WWW-Authenticate; a missing scope is challenged at MCP.
oauth.resource | decisions §8 | A token opens only the resource it was issued for.
oauth.scopes | interface: Authentication 7 | A token has the scopes that its person allowed, and no others.
oauth.no-key-management | decisions §8 | Keys and connected apps with an access token: 403 api_key_auth_required.
oauth.identity | decisions §8 | /me of a token shows oauth_token, the client's name, its scopes and its end.
oauth.rate-limit | decisions §8 | A grant has 300 requests a minute.
oauth.metadata | decisions §2 | Authorization server and resources describe themselves (RFC 8414, RFC 9728), to pages of any origin too.
oauth.registration | decisions §2 | Clients register themselves (RFC 7591), as public clients; registering is throttled.
oauth.flow | decisions §2 | A strict client is let in, works, refreshes and revokes; each step survives a restart.
oauth.mcp-clients | choices: OAuth | Clients of MCP, today's and older ones, connect with nothing but the server's address.
oauth.redirect | semantics: Bugs | Nobody is sent to a redirect URI that the client did not register, character by character; a loopback port is free.
oauth.authorize-errors | decisions §2 | Other mistakes of a request go back to the client: PKCE with S256, known scopes, one of our resources.
oauth.iss | decisions §2 | Every answer to a client says who answers (RFC 9207).
oauth.sign-in | decisions §8 | Without a session there is a sign-in form that returns to the request; guessing is slowed down.
oauth.cookie | decisions §8 and §9 | Signing in sets dayshift_session: HttpOnly, SameSite=Lax; behind https __Host-dayshift_session, Secure.
oauth.consent | decisions §8 | A person sees app, scopes and workspace, and allows or denies.
oauth.csrf | decisions §8 | Forms that another site posts do nothing.
oauth.pages | choices: OAuth | The pages work without scripts, load nothing, and can not be framed.
oauth.code | decisions §2 | A code works once, for a minute, for its client, redirect URI, verifier and resource; a second use ends the grant.
oauth.rotation | decisions §2 | A refresh token is replaced by its use; within 60 seconds a lost answer is given again, later use ends the grant.
oauth.narrowing | decisions §2 | A refresh may ask for fewer scopes, never for more, and for no other resource.
oauth.error-body | decisions §2 | The OAuth endpoints answer RFC 6749 error bodies.
oauth.revocation | decisions §2 | A client revokes its own tokens (RFC 7009): a refresh token takes the grant along.
oauth.documents | decisions §2 | A client may be the address of its own document; it is read from public addresses only, small, at once, and remembered.
apps.list | decisions §2 | One connected app per client, workspace and person, with host, scopes and end.
apps.last-used | decisions §2 | lastUsedAt is to the minute.
apps.non-member | interface: Authentication 5 | Apps of a workspace without membership are 403, one of them is 404.
apps.revoke | decisions §2 | Revoking an app ends all its tokens at the next request, for good.
apps.leaving | semantics: Work | Who leaves a workspace loses the grants made for it.
apps.password | semantics: Bugs | A new password ends the grants of the person.
apps.restart | decisions §2 | Grants and registrations survive a restart.

keys.session-only | interface: Authentication 5 | Key management with an API key is 403 api_key_auth_required.
keys.non-member | interface: API keys | Keys of a workspace without membership are 403 workspace_access_denied, existing or not.
keys.create | interface: ApiKey | A key shows name, scopes, workspace, prefix, last four and the configured rate limit.
keys.secret-once | interface: Authentication 2 | The secret stands in the answer of the creation only; what is stored is a hash.
keys.secret-form | decisions §2 | A secret is dsk_, 40 base62 characters and a checksum.
keys.scopes-given | interface: API keys | A key has at least one scope, each of the catalogue.
keys.expiry | decisions §8 | expiresInDays is 1 to 3650; without it a key never expires.
keys.list | interface: API keys | listApiKeys needs workspaceId, and shows revoked keys with includeRevoked only.
keys.any-member | interface: API keys | Any member may make a key and revoke any key of the workspace.
keys.revoke | interface: API keys | A revocation is permanent and keeps its first moment.
keys.missing | interface: API keys | A key of a foreign workspace, or of none, is 404.
keys.last-used | interface: ApiKey | lastUsedAt is the last use to the nearest minute.
keys.replay | decisions §2 | The replay of a creation has no secret.
keys.catalogue | decisions §2 | The catalogue lists scopes with their operations, and four presets.

rate-limit.headers | decisions §3 | Every authenticated answer carries RateLimit-Policy and RateLimit.
rate-limit.exceeded | interface: Limits | Past the budget of a minute: 429 rate_limit_exceeded with Retry-After, and it holds.
rate-limit.window | decisions §3 | Never more than the limit in any 60 seconds, on the monotonic clock.
rate-limit.per-credential | interface: Limits | One credential's requests cost no other's budget.
rate-limit.counts-all | decisions §3 | Refusals and replays count.
rate-limit.session | decisions §8 | A session has 600 requests a minute.

idempotency.replay | interface: Retry rules | A retry with the same key gets the first answer, Idempotency-Replayed and a new request id, and has no second effect.
idempotency.reused | interface: Errors | The same key with another body or another path is 409 idempotency_key_reused.
idempotency.canonical | decisions §3 | The order of fields in the body does not matter.
idempotency.every-creation | interface: Lists | Every operation that creates something accepts the header.
idempotency.per-credential | interface: Limits | The same key of two credentials are two keys.
idempotency.day | interface: Limits | Keys are forgotten after 24 hours.
idempotency.form | decisions §3 | A key is 1 to 255 printable ASCII characters.
idempotency.refusals | decisions §3 | A refusal is not recorded: its retry is judged afresh.
idempotency.revoked | semantics: Requests | A revoked key gets 401, never a replay.
idempotency.joins | decisions §3 | A retry during the wait of the first request joins it.
idempotency.restart | decisions §3 | Effect and record are one commit and survive a restart.
idempotency.erased | interface: Retry rules | A retry after what was made has been erased repeats nothing: the replay comes without the words that were erased.
idempotency.at-once | decisions §3 | Two requests at once with one key have one effect.

cursors.walk | interface: Lists | A walk meets every record once, in order; the last page has hasMore false and nextCursor null.
cursors.limit | interface: Limits | limit is 1 to 100, 25 when left out.
cursors.invented | interface: Lists | A cursor that was invented or changed is 400 invalid_cursor.
cursors.endpoint | interface: Lists | A cursor of another endpoint is 400 invalid_cursor.
cursors.order | interface: Lists | Changing sort, order or filters in mid-walk invalidates the cursor.
cursors.keyset | interface: Lists | What is added or changed in mid-walk neither repeats nor hides other records.
cursors.workspace | decisions §3 | A cursor of another workspace is 400 invalid_cursor.

todos.create.defaults | interface: createTodo | A new todo is ready, a task, in the default list, made by the user, with everything else empty.
todos.create.title-or-content | interface: createTodo | At least one of title and content is needed.
todos.create.markdown | interface: Todo | Content is kept as sent.
todos.create.owner | interface: createTodo | Without assignees the owner of the credential is assigned.
todos.create.list-name | interface: createTodo | todoListName matches exactly, then case-insensitively.
todos.create.list-name-unknown | decisions §4 | An unknown todoListName is 400 and the message lists the existing names.
todos.create.list-twice | decisions §4 | todoListId and todoListName together are 400.
todos.create.agent-idle | interface: createTodo | Assigning an agent at creation starts nothing.
todos.create.run | interface: createTodo | run true starts the assigned agent.
todos.create.run-needs-agent | decisions §8 | run true without an agent among the assignees is 400 naming run.
todos.create.limits | decisions §7 | Title, content and assignees have a longest length.
todos.create.assignee-kind | decisions §4 | An assignee is a user or an agent of the workspace, of the kind it says.
todos.schedule.stored | decisions §4 | A schedule shows as rrule, timezone, nextRunAt, scheduleType and scheduleStatus pending.
todos.schedule.one-of | decisions §4 | Exactly one of rrule and runAt.
todos.schedule.one-off | decisions §4 | runAt is in the future and makes a one_off schedule.
todos.schedule.rule | decisions §4 | A rule that cannot be read, is too frequent or never occurs is 400 naming schedule.rrule.
todos.schedule.first-run | decisions §8 | The first run is the first occurrence after now; parts left out come from startsAt.
todos.schedule.local-time | decisions §4 | A skipped local time is the first instant after the gap, an ambiguous one the first instant.
todos.schedule.rfc5545 | issue: Recurrence | A rule has the occurrences of RFC 5545: its examples, published test sets, random rules.
todos.schedule.hours | decisions §9 | HOURLY counts real hours: a change of clocks leaves none out and doubles none.
todos.schedule.apart | decisions §9 | A rule with two times less than five minutes apart on the wall clock is 400 naming schedule.rrule.
todos.schedule.bounded | semantics: Bugs | The next run is found, or found not to be, in a bounded number of steps, however old the start.
todos.schedule.cleared | decisions §8 | schedule null clears the rule and what follows from it.
todos.schedule.paused | decisions §8 | schedulePaused stops (disabled, no next run) and resumes (pending).
todos.schedule.pause-nothing | decisions §8 | schedulePaused without a schedule is 409 occurrence_required.
todos.schedule.stopped | decisions §4, §9 | What a person paused or archived of a recurring todo stays paused until it is resumed.
todos.schedule.done-and-back | decisions §9 | Setting a done todo back to ready or in_progress resumes what done stopped, with the next future time.
todos.schedule.archived-agent | decisions §9 | An archived agent is given no schedule, and none of its schedules is resumed: 409 resource_conflict.
todos.schedule.invalid-resume | decisions §9 | Resuming the schedule of a done or archived todo is 409 occurrence_invalid_transition.
todos.batch.order | interface: batchCreateTodos | A batch answers its todos in the order of the input.
todos.batch.atomic | decisions §4 | One invalid item refuses the batch with its place, and nothing is made.
todos.batch.size | interface: Limits | A batch has 1 to 50 items.
todos.get.archived | interface: States | An archived todo stays readable at its id.
todos.list.newest-first | interface: Lists | Todos are listed newest first.
todos.list.hides-archived | interface: listTodos | Archived todos are left out; includeArchived=true lists them instead.
todos.list.status | interface: listTodos | status filters; active is ready and in_progress together.
todos.list.priority | interface: listTodos | priority filters; none is no priority.
todos.list.type | interface: listTodos | type filters.
todos.list.places | interface: listTodos | todoListId, captureId and assigneeId filter.
todos.list.mine | interface: listTodos | assignedToMe is the owner of the credential and wins over assigneeId.
todos.list.unassigned | interface: listTodos | unassigned shows todos of nobody, and is ignored beside assigneeId or assignedToMe.
todos.list.since | interface: listTodos | updatedSince and createdSince include their instant.
todos.list.due | interface: listTodos | dueBefore and dueAfter include their day and leave out todos without one.
todos.list.query | interface: listTodos | query finds text in title and body, 1 to 200 characters, wildcards taken literally.
todos.list.sort | interface: listTodos | sort by createdAt, updatedAt, dueDate or priority, in both orders.
todos.list.sort-empty-last | decisions §8 | A missing due date or priority comes last in both orders; priority desc puts urgent first; ties follow the id.
todos.list.count | interface: listTodos | totalCount is null unless include=totalCount; then it counts all matches.
todos.summary.counts | interface: TodoSummary | byStatus sums to total, active is ready and in_progress, byPriority has none.
todos.summary.filters | interface: listTodos | The summary takes the filters of the list and refuses limit, cursor, sort, order, include.
todos.update.keeps | interface: updateTodo | Fields left out keep their values.
todos.update.clears | interface: updateTodo | null clears content, priority and due date.
todos.update.title-null | decisions §8 | title cannot be null; empty content becomes null; a todo cannot lose both.
todos.update.done | interface: States | done completes a todo and cancels its live chats, which stay readable.
todos.update.reopen | interface: States | ready reopens a done todo; in_progress can be set.
todos.update.list | interface: updateTodo | todoListId moves the todo.
todos.update.assignees | interface: updateTodo | assignees replaces the whole list; empty unassigns all.
todos.update.adding-agent | interface: updateTodo | Adding an agent starts it; one that was assigned before is not started again.
todos.delete.archives | interface: deleteTodo | DELETE archives: recoverable true; again: alreadyArchived and nothing changes.
todos.delete.erases | interface: deleteTodo | permanent=true erases for good.
todos.delete.was-run | interface: deleteTodo | A todo that an agent has run cannot be erased: 409 resource_conflict.
todos.delete.live-series | decisions §4 | Erasing a todo with a live schedule is 409 series_action_required.
todos.restore | interface: States | Restoring clears the archive flag.
todos.restore-list | decisions §8 | A todo whose list is archived comes back in the default list.

runs.start | interface: runTodo | A run starts as running with a chat of its own, 202, at once.
runs.agent | interface: runTodo | The assigned agent runs, or the one named; without any: 400 naming agentId.
runs.message | interface: runTodo | message is the prompt, 15,000 characters at most; title and body otherwise.
runs.one-at-a-time | interface: runTodo | A todo already running is 409 resource_conflict.
runs.in-progress | decisions §4 | A run moves a ready todo to in_progress; when it ends well a task stays, a responsibility goes back to ready.
runs.goes-back | decisions §4 | A run that failed or was cancelled puts the todo back to ready.
runs.ends | interface: TodoRun | A run ends completed, failed, cancelled or timed_out, with finishedAt, stopReason, minutesUsed and what went wrong.
runs.empty-output | decisions §4 | A run with neither text nor tool call is failed, never completed.
runs.timed-out | decisions §4 | A run is timed_out after 60 minutes of active time.
runs.last | interface: Todo | lastRunAt of a todo is the moment of its last run, by a schedule or asked for; that of a series is of its own runs.
runs.list | interface: Lists | Runs are listed most recent first, in pages.
runs.latest | decisions §4 | latestRun of the todo is its most recent run.
machines.sound | issue: Approvals | The machines of chat, turn, run, approval and occurrence are data, with the states of the contract and no dead end.
machines.walked | issue: Approvals, Proof | Through kills and restarts nothing is stuck, lost, done twice or left open, and minutes sum up.
machines.guarded | issue: Approvals | A state changes as its machine says, or not at all.
runs.stopped-series | decisions §4 | Running a todo whose schedule is paused or ended is 409 occurrence_required.
runs.done-by-agent | decisions §4 | A todo that the agent itself completed stays done, and the run ends normally.
runs.scopes | decisions §5 | An agent acts with the scopes of the person who started it.

schedules.fires | decisions §8 | A due schedule starts within a second.
schedules.next | decisions §4 | Only the next occurrence is there ahead; it is planned in the commit that starts the one before.
schedules.record | decisions §4 | An occurrence shows its planned time, what came of it and why, its run and its chat.
schedules.people | decisions §8 | An occurrence without an agent puts the todo back to ready, tells the people assigned, and is completed without a run.
schedules.awaiting-approval | decisions §4 | An occurrence whose run waits for a decision is running, reason awaiting_approval.
schedules.errors | decisions §4 | A failed run, and one that timed out, set scheduleError; the next success clears it.
schedules.five-failures | decisions §4 | After five failures in a row the series pauses itself.
schedules.overlap | decisions §4 | While the previous run is going on, an occurrence is skipped, or queued, as overlapPolicy says.
schedules.minutes | decisions §4 | Without minutes an occurrence waits, queued, and scheduleError says insufficient_minutes.
schedules.agent-archived | decisions §4 | An occurrence whose agent is archived is skipped and says so.
schedules.depth | decisions §5 | Agents that set schedules for one another come to an end.
schedules.running | decisions §4 | Changing schedule, assignees or status while an occurrence is running is 409 occurrence_running; the agent at work may.
schedules.final | decisions §4 | A message to the chat of an occurrence in a final state is 409 occurrence_invalid_transition.
schedules.required | decisions §4 | Running, pausing, resuming or retiring where there is no current occurrence is 409 occurrence_required.
schedules.action-required | decisions §4 | Erasing a todo, or archiving an agent, that a live series depends on is 409 series_action_required.
schedules.capture | decisions §4 | A live series of a todo that came from a capture counts as the capture's.
schedules.replaced | decisions §4 | A replaced schedule ends its series and begins another; lastRunAt stays.
schedules.retire | decisions §4 | Retiring sets the three retirement fields and completes the schedule; a run in progress finishes or is cancelled.
schedules.rights | semantics: Work | A series keeps who set it and with which scopes; a key or grant that is revoked takes its rights along.
schedules.catch-up | decisions §4 | After downtime the last missed occurrence runs (run_once) or none does (skip); missed ones are recorded as service_down.
schedules.catch-up-bounded | semantics: Work | Missed occurrences are not made up one by one without a bound.
schedules.kill | issue: Schedules | A scheduled run outlives the death of the process: its occurrence goes on, and ends once.
schedules.once | decisions §4 | No planned time runs twice, whatever restarts and clocks do.
schedules.zone-data | decisions §4 | New rules of a time zone neither lose nor repeat an occurrence.
schedules.dst | decisions §4 | A local time that is skipped or repeated runs once.
schedules.one-off | decisions §4 | A one_off schedule, and one whose COUNT or UNTIL is reached, is completed when it has run.

schedules.migrated | decisions §4 | A schedule that version 1.0.0 kept without firing becomes a series and fires.
schedules.admission | issue: Runs | Why a todo does not run: schedule, agent, hours, budget, overlap and approvals for the next occurrence, each with words and an end.
schedules.agent-busy | decisions §8 | A due occurrence whose turn finds no place waits queued, reason agent_busy, with its run.
schedules.closed | seams: Alarm | A closed workspace is opened when something is due; many cost one timer together.
schedules.clock | decisions §4 | A wall clock that jumps neither loses nor repeats an occurrence: set back, what it passed over comes at its time.
schedules.reason | decisions §4 | An occurrence that waits names what holds it now.
series.views | decisions §4, §9 | Views: scheduled (what will still run, an error or not), paused, attention (an error is set), history (ended); scheduled when left out.
series.order | decisions §4 | Series come by nextRunAt; history newest first.
series.record | decisions §4 | A series shows its schedule and its policies, and what its todo says.
series.list | interface: listTodos | Series are filtered by todo list and paged.
series.count | interface: listTodos | totalCount counts all series of the view and filter.
occurrences.list | decisions §4 | Occurrences of a todo come newest first.
occurrences.cursor | decisions §4 | The cursor of occurrences is the id of the last item.
hours.windows | decisions §5 | Windows of a day, in the agent's zone, up to 24:00; a night is two windows.
hours.dst | decisions §5 | Duty follows the wall clock where the clocks change.
hours.hold | decisions §5 | Off duty an occurrence waits queued, reason off_duty, and starts at the next opening.
hours.manual | decisions §5 | Manual runs and chats are not held by working hours.
hours.changed | decisions §5 | Hours that change while work waits hold it no longer, or otherwise, at once.

lists.order | interface: listTodoLists | Lists come on one page, the default first; includeArchived adds archived ones.
lists.default | interface: TodoList | A workspace has exactly one default list from the start.
lists.create | interface: createTodoList | A list has a name; emoji and colour are null when left out; colour is #rrggbb.
lists.limit | decisions §7 | A workspace has at most 500 active lists: the next is 400.
lists.counts | interface: TodoList | todoCount counts unarchived todos, activeTodoCount those not done.
lists.update | interface: updateTodoList | Fields left out stay, null clears, archived archives and restores.
lists.delete | decisions §8 | Deleting archives; the list stays readable.
lists.delete-refused | interface: deleteTodoList | The default list, and one with unarchived todos, are refused with 409.

chats.create | interface: createChat | A chat starts at once; agentId is null for the default assistant; the message is its first.
chats.create-message | interface: createChat | message is needed, not blank, at most 15,000 characters.
chats.create-ids | decisions §4 | An unknown agent, todo or capture is 404 with its place.
chats.capture-scope | decisions §5 | captureIds needs captures:read.
chats.title | interface: Chat | A given title stays; otherwise title and subtitle are generated after the start.
chats.wait | interface: createChat | waitSeconds, 0 to 120, holds the request until the turn ends and answers the chat as it stands.
chats.list-order | interface: Lists | Chats are listed most recently active first.
chats.list-filters | interface: listChats | status, agentId and query (titles, subtitles) filter; includeArchived=true lists archived ones instead.
chats.get | interface: getChat | A chat is readable at its id, archived or not.
chats.update | interface: updateChat | title renames.
chats.delete | interface: States | DELETE archives in any state, the turn going on; restore brings back.
chats.erase | interface: deleteChat | permanent=true erases the chat and its messages, and stops a turn that has not ended.
chats.cancel | interface: States | Cancelling a live turn makes the chat cancelled; what was done stays.
chats.cancel-ended | interface: States | Cancelling an ended turn changes nothing.
chats.resume | interface: States | A message picks up a cancelled, completed or failed chat.
chats.failed | interface: Chat | A failed turn says why in errorMessage.
chats.completed | interface: Chat | completedAt, messageCount and lastMessageAt follow the turns.
chats.restart | decisions §5 | After a restart a running turn goes on; none stays running without a worker.
chats.concurrency | decisions §10 | At most four turns work at once in a workspace, beside 32 that wait for a provider; further chats wait as queued.

messages.order | interface: listMessages | Messages are listed oldest first, sequence growing, in pages.
messages.after | interface: listMessages | afterSequence, 0 to 2^53-1, shows later messages only.
messages.roles | decisions §5 | Roles are user, assistant, system; text is readable.
messages.blocks | interface: Message | Tool calls, their results and text are blocks of the assistant's message.
messages.send | interface: sendMessage | Sending answers 202 with the sequence of the message and no replies.
messages.wait | interface: ChatRun | With waitSeconds the replies are in the answer; when it runs out timedOut is true and the work goes on.
messages.mid-turn | interface: sendMessage | A chat in mid-turn refuses a message with 409 resource_conflict.
messages.body | interface: sendMessage | message is needed, not blank, at most 15,000 characters; waitSeconds at most 120.
images.upload | decisions §10 | An uploaded image answers its type, its size and a link that opens its bytes.
images.refused | decisions §10 | An image is PNG, JPEG, WebP or GIF, what its Content-Type says, and within its limits.
images.retried | interface: Idempotency-Key | A retried upload answers the image of the first one.
images.sent | decisions §10 | A message shows the images sent with it, in their order, with links that expire.
images.once | decisions §10 | An image is for one message of the person who uploaded it.
images.unsent | decisions §10 | An image that no message takes is erased after a day.
images.quota | decisions §10 | So many images of a person wait for a message at most.
images.models | agents §2 | Every kind of provider is shown the images of a conversation, before the words sent with them.
images.refused-by-model | agents §2 | A model that refuses images is asked without them, and the chat says that they were not seen.
images.window | agents §2 | Images count towards the window: the newest are shown as far as they fit.
images.data | agents §1 | What stands in an image is data, never an instruction.
images.builtin | agents §2 | The built-in engine says that it cannot look at images, and does what the words say.
images.exported | decisions §10 | A plain export has the images of chats and the photos of agents as files.
images.erased | interface: deleteChat | Erasing a chat erases its images.

agents.create | interface: createAgent | A new agent asks for approval, has version 1, model automatic, and empty fields null.
agents.name | interface: createAgent | Names are unique among active agents, by full case folding: 409.
agents.list | interface: listAgents | Agents come newest first on one page; includeArchived adds archived ones.
agents.default | decisions §8 | The default assistant is listed and named Assistant.
agents.default-stays | interface: deleteAgent | The default assistant cannot be archived: 409.
agents.get | interface: Agent | An agent is readable with its skills, archived or not.
agents.update | interface: updateAgent | An update answers the agent and its changes, in the order of the fields; the version grows by one.
agents.noop | decisions §5 | An update without effect changes neither version nor time.
agents.photo | decisions §9 | A person gives an agent a photo (PNG, JPEG, WebP up to 1 MB) and takes it away; no key does; no version comes of it.
agents.photo-link | decisions §9 | Every answer and frame that shows an agent has a signed link to its photo, which expires; none is served from a cache.
agents.photo-erased | decisions §10 | A photo that is replaced or removed is erased from the disk.
agents.version | decisions §5 | A stale expectedVersion is 409 naming the current one.
agents.clear | interface: updateAgent | clear and null empty a field.
agents.hours | interface: updateAgent | Working hours: start before end, end up to 24:00, windows of a day apart, an IANA zone.
agents.hours-needed | decisions §5 | workingHoursEnabled without hours is 400.
agents.preview | interface: previewAgentUpdate | A preview answers what would change, and changes nothing.
agents.archive | interface: deleteAgent | Agents are archived, by DELETE or PATCH, never erased.
agents.restore | interface: restoreAgent | Restoring brings back, unless an active agent has the name: 409.
agents.instructions | interface: updateAgent | New instructions hold from then on, in open conversations too.
agents.limits | decisions §7 | Name, description, instructions and guidance have a longest length; 200 active agents.
agents.series | interface: updateAgent | An agent that a live schedule uses is not archived: 409 series_action_required.

skills.create | interface: AgentSkill | A skill has a name and may have instructions; its agent shows it.
skills.list | interface: listSkills | Skills are listed for all agents or one; includeArchived adds archived ones.
skills.parent | semantics: Bugs | A skill under another agent is 404, whatever is asked.
skills.update | interface: updateAgentSkill | Fields left out stay; clear empties the instructions; archived archives and restores.
skills.seen | decisions §5 | A change of a skill that has changed since expectedUpdatedAt is 409.
skills.delete | interface: deleteAgentSkill | DELETE archives.

captures.create.note | interface: States | A note is completed at once, and taken also when the minutes are spent.
captures.create.heading | interface: createCapture, decisions §9 | A leading markdown heading becomes the title and leaves the body, unless it is longer than a title.
captures.create.first-line | interface: Capture | Without a heading the first line of a note is its title.
captures.create.limits | decisions §7 | Content, tags and their number have limits; a note needs a content that is not blank.
captures.light | interface: Rules 5 | Writes on captures answer without any content.
captures.update | interface: updateCapture | Fields left out keep their values, null empties, tags replaces; updatedAt moves with a change only.
captures.seen | decisions §6 | A change of a capture that has changed since expectedUpdatedAt is 409.
captures.update.refused | interface: updateCapture | The transcript and what is generated cannot be changed; limits hold.
captures.archive | interface: deleteCapture | DELETE archives: still readable, and listed with includeArchived=true instead of active ones.
captures.restore | interface: States | Restoring clears the archive flag.
captures.erase | decisions §6 | permanent=true erases for good; todos that somebody took on stay.
captures.live-series | interface: deleteCapture | A capture that owns a live scheduled series is 409 series_action_required.
captures.list.newest-first | interface: Lists | Captures are listed newest first, without their long texts, in pages.
captures.list.filters | interface: listCaptures | query, tags (all of them), type, createdAfter, createdBefore, updatedSince and includeArchived filter.
captures.list.speech | decisions §9 | query finds recordings by what was said in them.
captures.list.count | interface: listCaptures | totalCount is null unless include=totalCount; then it counts all matches.
captures.list.refused | interface: Lists | Unknown parameters, cursors of other lists and malformed filters are refused.
captures.tags | decisions §6 | Tags are unique by full case folding, keep their first spelling, and are listed by name with their count.
captures.generated | interface: Capture | A generated title never takes the place of a person's.
captures.note-generated | decisions §6 | A note is completed at once; its summary and suggested todos follow, and its title stays.
captures.suggestion | decisions §6 | A suggested todo is isSuggested, auto_suggested, unassigned, in the default list, and names its capture and the day that was said.
captures.suggestion-new | decisions §6 | No todo is suggested that is open already.
captures.suggestion-each | decisions §8 | Each open task-list item and each TODO: or Action: line of a capture is suggested there, though another capture suggests it too.
captures.evidence | decisions §6 | Each suggestion keeps the words it rests on.
captures.accepted | decisions §8 | A PATCH of a suggested todo accepts it.
captures.dismissed | decisions §8 | A dismissed suggestion is not made again from the same capture.
captures.note-edited | decisions §6 | A note that is edited is summed up again; what it no longer asks for, and nobody answered, is taken back.
captures.generation-falls-back | choices: Language model | A model that can not be asked is asked three times, then the built-in engine answers.
captures.no-minutes | interface: Rules 3 | Summing a capture up takes no minutes, and a spent budget does not hold it up.
captures.erased | decisions §6 | An erased capture takes what was suggested from it along.
captures.export | decisions §6 | A capture is exported as txt, vtt, srt and Markdown, each with its media type.
captures.segments | decisions §6 | Segments are listed for signed-in people, and a speaker is renamed everywhere.
captures.transcription | decisions §6 | A recording is written down by any server with /audio/transcriptions, and the bytes that arrive are the bytes sent.
captures.transcription-failures | decisions §6 | What goes wrong with a transcription is said in words, without secrets, addresses and content.
captures.transcription-settings | decisions §1 | Wrong settings of the transcription are refused at start, naming the variable.
captures.transcription-steps | decisions §6 | A recording goes to completed; without an endpoint, and after three failed attempts, to failed, and another try goes on where it came to.
captures.generation-budget | decisions §9 | A workspace has so many requests to a language model for its captures a day, one capture at a time; past them the built-in engine sums captures up.
captures.unheard | decisions §9 | Nothing that is kept is called failed: without speech recognition a recording is completed, summed up from what was typed, and says not_configured; retry transcribes it once it is.
speech.setting | app.md §4 Setup | Operators choose the speech server while the service runs; its key is never shown and belongs to its address; the environment wins.
speech.test | app.md §4 Setup | A speech server is tried with a second of sound before it is saved, and what stands in the way is named.
speech.found | app.md §4 Setup | Speech servers on this machine are found with the models that recognise speech.
captures.retry | decisions §6 | A failed recording is tried again where it came to; one that has not failed is refused.

boundary.scopes | interface: Rules 5 | Without captures:read no operation, refusal or write answers with content of captures, whatever other scopes there are.
boundary.agents | decisions §5 | An agent begun without captures:read has no tool that shows capture content.
boundary.chats | semantics: Work | Chats, their titles and their search show no capture content to who may not read captures.
boundary.blocks | semantics: Work | Blocks that carry capture content name their captures, and are withheld from who may not read them.
boundary.turns | semantics: Work | A turn begun without captures:read is not shown capture content in its own chat either.
boundary.replays | semantics: Work | A replayed answer is seen with the scopes of the caller.
boundary.approvals | semantics: Work | A request for approval that carries capture content is withheld like any other block.
boundary.erase | semantics: Storage | Erasing a capture takes its content out of what agents said of it.
boundary.todos | interface: Authentication 8 | What an agent writes into a todo with capture content before it is withheld, and not found, without captures:read.
boundary.suggestions | interface: Authentication 8 | The words of a suggestion are withheld without captures:read until somebody who has it accepts.
boundary.released | decisions §5 | A text is free once a person who reads captures writes it, or approves the call that does.
boundary.held | semantics: Work | A call that would write capture content where nothing withholds it waits for a person, who is shown why.
boundary.mcp | semantics: Work | MCP withholds capture content as HTTP does, in tools and resources.
boundary.logs | semantics: Work | Nothing of captures is logged.
chats.captures-loaded | interface: createChat | The captures named in captureIds are given to the agent as data.

approvals.stops | decisions §5 | A tool that changes something stops for approval where the agent asks for it; reading never does.
approvals.session-only | decisions §5 | Approvals are seen and decided by signed-in people only.
approvals.record | decisions §5 | An approval shows the tool, its exact input, status pending and its end after 72 hours.
approvals.list | decisions §5 | Approvals are filtered by status, chat and agent, newest first.
approvals.approve | decisions §5 | Approving carries out the call and the turn goes on.
approvals.edit | decisions §5 | Editing carries out the changed input.
approvals.guidance | decisions §5 | approvalGuidance is given to the agent and shown with the request.
approvals.reject | decisions §5 | Rejecting and responding carry out nothing and tell the agent why.
approvals.several | decisions §5 | Several are decided one by one, in any order; the turn goes on after the last.
approvals.closed | decisions §5 | A decision on a closed approval is 409.
approvals.message | decisions §5 | A message to a waiting chat rejects what is pending, with its text as feedback.
approvals.cancel | decisions §5 | Cancelling a waiting chat cancels its approvals, and the chat can be used again.
approvals.remember | decisions §5 | remember chat lets the same tool pass in that chat.
approvals.expiry | decisions §5 | An approval expires after 72 hours.

minutes.refused | interface: Rules 3 | Out of minutes, everything that starts agent work is 402 and has no effect.
minutes.keeps-working | interface: Rules 3 | Out of minutes, reading and writing go on.
minutes.shared | interface: Limits | The budget is one for all workspaces of the organization.
minutes.report | decisions General | People see budget, spent and remaining minutes of the month, by workspace, by agent and by day; the parts sum to the whole.
minutes.exact | semantics: Work | Each turn is charged once, for as long as it was worked on, whatever is killed when.
minutes.open | decisions §9 | A turn that goes on counts towards the minutes as it goes, in the report and before anything starts.
minutes.used | decisions §5 | A run uses its running seconds, rounded up to whole minutes.

savings.estimate | decisions §4 | A todo that an agent ran to a good end and that is done has whole minutes saved, a reason and a confidence.
savings.rule | decisions §4 | Without a judgement of a model a rule reckons, and its reason says how.
savings.model | decisions §4 | A language model judges; its answer is read, repaired and bounded, and asked for three times at most.
savings.captures | semantics: Work | What may come out of a capture is not given to a model for an estimate.
savings.reopened | decisions §4 | A todo that is opened again has no minutes saved until it is done again.
savings.summary | interface: TodoSummary | The summary sums the minutes saved of matching completed todos.
notifications.session-only | decisions General | Notifications are seen and read by signed-in people only.
notifications.own | semantics: Bugs | Each person sees, reads and counts their own; one of somebody else is 404.
notifications.list | interface: Lists | The inbox is listed newest first, in pages; unreadOnly leaves out what was read.
notifications.read | decisions §4 | Reading one or all keeps the first moment, and unreadCount follows.
notifications.audience | decisions §9 | Notified are the persons assigned to the todo; where none of them is still there, the person who set the schedule or started the agent, and if they left, the owners.
notifications.kinds | decisions §4 | Notifications are of ends of scheduled runs, what is due for people, paused schedules and approvals, each in one sentence.
notifications.approval | decisions §5 | A step that waits for decisions is notified of once.
notifications.status | decisions §4 | lastNotificationStatus is sent, failed, partial or suppressed as telling of the schedule went; the time is when somebody was last reached.
notifications.preferences | decisions §4 | A person can switch the inbox and e-mails off, each by itself.
notifications.mail | decisions §4 | With a mail server configured an e-mail goes out after the commit.
notifications.mail-text | semantics: Work | An e-mail is plain text without capture content; no name makes a header.
notifications.mail-retry | seams: durable | A mail server in trouble is tried four times in all, one that refuses for good once; a restart loses nothing.
notifications.kept | semantics: Storage | A notification goes with the todo or chat it is about, and after 90 days.

meta.service | interface: ServiceInfo | The service is Dayshift 1.0.0 and names its documents.
meta.identity | interface: Identity | /me shows workspace, organization, user and credential.
openapi.routes | interface: Versioning | A route that exists is described, and a described route exists.
openapi.version | interface: Meta | The document is OpenAPI 3.1 and served to everyone, the app interface's as well.
openapi.answers | interface: Versioning | Every answer is one that the served document describes.

setup.first-start | decisions §1 | The first start makes an organization, a workspace named Home with its default list and assistant.
setup.again | decisions §1 | A second start changes nothing.
setup.link | decisions §1 | Without an owner a one-time link is printed; its token makes the owner once.
sessions.sign-in | decisions §1 | Signing in answers a session and sets it as a cookie; a wrong password is 401.
sessions.throttle | decisions §9 | Ten failed sign-ins a minute and address, then 429 there; nobody locks somebody else out.
sessions.password-length | decisions §9 | A password has ten characters at least, wherever it is set.
sessions.common-passwords | decisions §9 | The commonest passwords are refused.
sessions.password-ends | decisions §9 | A new password ends sessions, connected apps and API keys, and says how many; keepApiKeys leaves the keys.
auth.origins | decisions §9 | Names of the loopback interface are one origin; with a wildcard host pages work where they were asked for; MCP takes exact hosts.
limits.table | limits.md | Every operation, route, frame and kind of stored row has its line in the table of limits.
limits.digests | decisions §9 | Two digests of passwords at a time, with a short queue in which addresses take turns; beyond it 429.
limits.open-bodies | limits.md | Before a credential was seen a body has 4 KB at most.
limits.connections | limits.md | 256 connections of an address without a credential; the oldest makes room for the next.
limits.slow-readers | limits.md | Above 256 KB unsent a client is not read from; an answer without progress for 30 seconds is given up.
limits.mcp-answers | limits.md | What reading tools of MCP answer is made few at a time, in turns of the credentials; to several messages of one POST it is short.
limits.text-frames | decisions §9 | A recording takes 50 text frames a second and 2 MB of segment text.
limits.digest-parts | limits.md | A capture beyond twenty parts is summed up by rule: no model is asked.
limits.disk | decisions §10 | Below a reserve of free disk captures are refused with 500 and Retry-After.
limits.quotas | decisions §10 | Past a quota an operation answers 409 resource_conflict, which names the limit.
limits.registrations | limits.md | Registrations are small, few, and gone after a day when nobody lets them in.
sessions.sign-out | decisions §1 | Signing out is effective at the next request.
sessions.password | semantics: Bugs | A new password ends every session of the person.
sessions.age | decisions §2 | A session slides by 30 days of use and ends after 90.
sessions.profile | decisions §9 | A person changes their name, which shows everywhere at once, and the workspace in which their sessions begin; only one of theirs.
sessions.settings | app.md A10 | A person sets language, time zone, theme and single keys once, for every browser; null is as the browser has it.
sessions.operators | decisions §10 | The first owner is an operator; the command on the machine names others and restores one.
keys.signing | decisions §10 | What signs cursors and links is in a file of its own, moved there by the next start, in no backup, and new after a restore.
keys.secret | decisions §10 | The key that encrypts secrets is in no backup; without it a restore lists what must be entered again.
sessions.password-reset | decisions §10 | A link by e-mail sets a new password, once and within an hour; the answer is the same for every address; the second factor still holds.
sessions.provider | decisions §10 | A provider's account is bound by issuer and subject; at first only a verified address with an open invitation, or a signed-in person who links it, gets in.
sessions.second-factor | decisions §9 | Who switched a second factor on signs in with a code as well; no code opens twice; ten recovery codes open once each; guessing is slowed down.
workspaces.create | decisions §1 | A new workspace has its maker as member, its default list and its assistant.
workspaces.members | decisions §1 | Who has joined may be assigned todos and sees the workspace.
workspaces.invitations | decisions §10 | Owners invite; the link works once, for 72 hours, for the invited address; nobody is put into a workspace by somebody else.
workspaces.roles | decisions §9 | Owners invite and remove people, change roles and the name; anybody may leave; the last owner stays one.
workspaces.leaving | decisions §1 | Who is removed loses the workspace and the keys at the next request; the last owner stays.
restart.persists | decisions §3 | Everything answered before a stop is there after the start.
shutdown.answers | semantics: Holding | Stopping answers every held request.

imports.session-only | decisions General | Importing is for signed-in people; a key is refused.
imports.dry-run | decisions General | A dry run answers what would become of each item, and writes nothing.
imports.create | decisions §4 | An imported todo has its list, state and schedule, and is assigned to who imports it; names of lists are reused.
imports.once | decisions §3 | What was imported is not created again, whenever it is sent: effect and record commit in one transaction.
imports.lists | decisions §7 | A list goes by its id in the source, then by its name; past 500 lists nothing is written.
imports.faults | decisions §4 | An item that can not be created is skipped with the reason; the others are created.
imports.includes | decisions §3 | What a content holds counts as imported with it; what is new of it is named.

client.typed | decisions §8 | The typed client has a method for each operation, whose input is one flat object.
client.retries | interface: Errors | It retries rate_limit_error but insufficient_minutes, and api_error, after Retry-After or growing pauses with chance in them; nothing else.
client.idempotency | interface: Errors | A creating call carries an Idempotency-Key, the same over all of its retries.
client.pages | interface: Lists | It walks through all pages.
client.wait | interface: Events | It waits for a chat by looking about once a second.

mcp.address | interface: ServiceInfo | mcpUrl is the address that MCP answers at.
mcp.tools | decisions §8 | Each operation of a workspace, and getIdentity, is a tool named in snake case, in the table's order, with one flat object; no tool manages keys.
mcp.annotations | choices: MCP | The annotations of a tool follow from the flags of its operation.
mcp.size | choices: MCP | tools/list fits into 10,000 tokens.
mcp.scopes | choices: MCP | A key sees the tools of its scopes; calling another is missing_scope.
mcp.answers | choices: MCP | An answer is the whole JSON as structuredContent and as text; fields and limit shrink it.
mcp.errors | choices: MCP | A refusal is a result with code, message, param and what to do; protocol errors are for faults of the protocol.
mcp.unknown-field | semantics: Requests | An unknown argument is refused, and the message lists the accepted ones.
mcp.idempotency | decisions §3 | A creating tool takes idempotencyKey, which means the same as the header over HTTP.
mcp.wait | choices: MCP | waitSeconds holds a call; who asked for progress hears of it; a client that leaves ends the hold, not the work.
mcp.challenge | choices: MCP | Who came by OAuth sees all tools; a call past its scopes is 403 insufficient_scope, which names what to ask for.
mcp.resources | choices: MCP | A todo, a chat with its latest messages, and a capture are resources, as far as the scopes go.
mcp.clients | choices: MCP | The clients of both generations work against one address.
mcp.foreign-id | semantics: Bugs | An id of another workspace is missing over MCP too, in every tool and every place.
mcp.garbage | semantics: Bugs | Whatever arguments come, a tool answers with a result, and the service lives on.
testing.instance | style: Habits 7 | startDayshift gives a real instance on a free port, apart from every other, and takes it away again.
testing.files | style: Habits 7 | Its files go with it, or stay in the folder that was given and are found again.
testing.keys | style: Habits 7 | There is a key, and a typed client, for each set of scopes.
testing.model | style: Habits 7 | Its model takes the steps it is given, or is brought along.
testing.clock | style: Habits 7 | Its time moves when the test says so.
surfaces.same | choices: MCP | Each operation does the same, answers the same and is refused the same over HTTP, MCP and the typed client.
mcp.unauthorized | decisions §2 | No credential, or a bad one, is 401 with resource_metadata in WWW-Authenticate.
mcp.origin | choices: MCP | A foreign Host or Origin is 403.
mcp.body | interface: Limits | A body over 512,000 bytes is 413, another type 415, malformed JSON a JSON-RPC error.
mcp.rate | decisions §3 | Every message counts like a request.
mcp.stateless | semantics: Bugs | Nothing is shared between requests: no session, no stream to resume.

storage.unknown | faults D9 | After a commit whose outcome is not known the answer says so, and the same Idempotency-Key makes it once.
storage.full | semantics: Requests | Storage that is full or read-only is 500 with Retry-After and says that nothing was changed; reads go on.
storage.folder | faults D8 | A data folder that is deleted or replaced is noticed within a second: writes are refused, it is logged once, reads go on.
storage.full-start | faults D6 | A start on a full or read-only disk serves reads with the sessions and keys that exist, refuses writes, and takes them again when the disk does.
storage.sound | faults D3 | Sound that the storage refuses is refused with Retry-After and goes on from what is there.
storage.handles | faults D3 | A call that fails leaves no file handle open, and the next attempt works.
recordings.open | decisions §6 | POST /captures with type recording answers 201 light with status recording and, this once, the stream; it takes no content.
recordings.minutes | interface: Capture status | Opening a recording needs minutes: 402 without.
recordings.token | decisions §6 | The channel opens for the bearer of stream.token, which nothing stores; a retry of the opening gets it again; no page of another origin and no query parameter opens it.
recordings.removed | limits.md, decisions §9 | The token of a recording opens nothing once the person who opened it is no member of the workspace.
recordings.ack | decisions §6 | What the channel acknowledges is on disk.
recordings.resume | decisions §6 | A new connection goes on at the last acknowledged byte; a repetition is dropped, a gap refused.
recordings.takeover | decisions §6 | A recording has one connection; a new one takes the place of the old.
recordings.frames | decisions §8 | The channel speaks JSON text frames with a type; audio is binary; what is malformed ends the connection, not the recording.
recordings.words | decisions §6 | Notes and segments that come over the channel are kept.
recordings.opus | decisions §6 | A recording of Opus packets plays when it has ended.
recordings.stop | interface: Capture status | Stopping a running recording makes it processing, with its duration; anything else is 409.
recordings.stop-others | decisions §9 | However a recording is stopped, and by anybody, all that was received is kept.
recordings.media | decisions §6 | mediaUrl is a signed link to the sound.
recordings.ranges | RFC 9110 §14 | A link serves the ranges that are asked for.
recordings.links | decisions §6 | A link opens the sound of one capture for one hour; no other text opens anything.
recordings.erased | decisions §6 | Erasing a capture overwrites its sound; an archived one is still heard.
recordings.upload | decisions §6 | A file is uploaded in pieces and gone on with where it stopped; it is processed as soon as it is whole.
recordings.upload-whole | decisions §9 | An upload that is whole on the disk is ended, whatever happened to its last answer: when it is asked for, and when its workspace wakes.
recordings.upload-refused | decisions §6 | What is no audio, too large, or at another byte is refused, and the upload goes on.
recordings.silence | decisions §6 | Five minutes without a frame end a recording, whether somebody is connected or not.
recordings.restart | decisions §6 | A stop or crash of the service leaves a recording open; silence counts on in the meantime.
recordings.kill | decisions §6 | kill -9 loses nothing that was acknowledged.
recordings.day | decisions §6 | A day after its opening a recording ends, and its token opens nothing.
recordings.longest | decisions §9 | A recording takes 24 hours of sound, or the 4 GB that a WAV file holds.
recordings.revoked | interface: Authentication | A recording takes nothing more when the credential that opened it has gone.
recordings.pressure | decisions §6 | A client that is faster than the disk, or by far faster than sound, is held back.
recordings.disk-full | decisions §6 | A disk that takes no more leaves the recording open, with all that was acknowledged.
`;

/** Every rule, in the order of the contract. */
export const rules: readonly Rule[] = table
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => {
    const [id, source, text] = line.split(" | ");
    if (id === undefined || source === undefined || text === undefined) throw new Error(`Not a rule: ${line}`);
    return { id, source, text };
  });
