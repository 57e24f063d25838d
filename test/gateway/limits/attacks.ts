/** Every attack of limits.md with the tests that carry it out: file, and how the title of the test begins. */
export const attacks: Readonly<Record<string, readonly (readonly [file: string, title: string])[]>> = {
  "a WebSocket client that never reads": [
    ["test/gateway/recordings/channel.test.ts", "a client that reads nothing is not read from"],
    ["test/gateway/recordings/channel.test.ts", "fifty text frames a second"],
    ["test/gateway/limits/slow-readers.test.ts", "of changes that a follower does not read"],
  ],
  "lists, MCP and media that are not read, also many on one connection": [
    ["test/gateway/limits/slow-readers.test.ts", "of lists asked for in a row and not read"],
    ["test/gateway/limits/slow-readers.test.ts", "of an answer of MCP that is not read"],
    ["test/gateway/limits/slow-readers.test.ts", "of a recording that is not read"],
    ["test/gateway/http/slow.test.ts", "past the bytes of an address its oldest answers are cut"],
    ["test/gateway/http/slow.test.ts", "past the bytes of all the oldest of the address that holds most is cut"],
    ["test/gateway/http/slow.test.ts", "a long answer goes out in pieces, and is freed when it is over"],
    ["test/gateway/http/answers.test.ts", "pipelined requests are served one after the other"],
    ["test/gateway/limits/mcp-answers.test.ts", "an answer is made when another one is on its way"],
  ],
  "long lists that are read, erasures and undoing of much": [
    ["test/actors/workspace/actor.test.ts", "who reads what takes long again and again waits for a turn"],
    ["test/actors/store/spilled-savepoint.test.ts", "a large write does not wait in memory"],
    ["test/api/history/undo-edges.test.ts", "what is undone at once is limited in characters"],
  ],
  "segments without end, and model calls that no budget counts": [
    ["test/gateway/limits/recordings.test.ts", "a recording takes 2 MB of speech"],
    ["test/actors/models/digest.test.ts", "past twenty parts no model is asked"],
    ["test/api/captures/generation-budget.test.ts", "captures of a workspace are summed up one at a time"],
    ["test/api/captures/generation-budget.test.ts", "past its budget of a day the rules sum captures up"],
  ],
  "silent or slow connections that shut everybody out": [
    ["test/gateway/http/slow.test.ts", "300 silent connections leave room for the next client"],
    ["test/gateway/http/slow.test.ts", "an answer that waits for its maker is not given up"],
  ],
  "large bodies before sign-in, many sign-ins at once, wrong passwords that lock out": [
    ["test/gateway/limits/sign-in.test.ts", "before a credential was seen a body has 4 KB at most"],
    ["test/gateway/limits/sign-in.test.ts", "400 at once are refused before any digest"],
    ["test/gateway/limits/sign-in.test.ts", "ten wrong passwords lock out the address they came from"],
  ],
  "registrations that fill the disk": [
    ["test/gateway/oauth/clients.test.ts", "a registration has 8 KB and five redirect addresses, and no more"],
    ["test/gateway/oauth/clients.test.ts", "what is known of a client stays small"],
    ["test/gateway/oauth/clients.test.ts", "an address registers ten clients an hour"],
    ["test/gateway/oauth/clients.test.ts", "an unused registration is forgotten after a day"],
    ["test/gateway/limits/quotas.test.ts", "a client that nobody lets in is gone after a day"],
  ],
  "a note of 100,000 characters that blocks the thread": [
    [
      "test/workspace/search/pieces.test.ts",
      "a long text is found from its write on, and enters the index a piece in each write",
    ],
    ["test/api/fair.test.ts", "a workspace that comes after many others with notes gets its turn"],
  ],
  "keys, workspaces, recordings, disk without a quota": [
    ["test/gateway/limits/quotas.test.ts", "a workspace has 200 keys"],
    ["test/gateway/limits/quotas.test.ts", "a person has 50 workspaces"],
    ["test/gateway/limits/recordings.test.ts", "ten recordings are open at once"],
    ["test/gateway/limits/recordings.test.ts", "below the reserve of free disk captures are refused"],
  ],
  "a forked refresh token, a guest who removes the owner, tokens that outlive rights": [
    ["test/gateway/oauth/token.test.ts", "within a minute a refresh whose answer was lost is answered again"],
    ["test/gateway/oauth/token.test.ts", "a refresh token that comes back after its use ends the grant"],
    ["test/api/access/roles.test.ts", "the last owner stays one"],
    ["test/api/access/invitations.test.ts", "only owners invite, see and withdraw"],
    ["test/gateway/limits/passwords.test.ts", "a new password ends API keys unless they are to stay"],
    ["test/api/captures/removed-sender.test.ts", "the tokens of a removed member open neither upload nor channel"],
    [
      "test/api/sync/feed.test.ts",
      "the end of a session, of a key, of a membership, and of the service each have their code",
    ],
    ["test/api/access/ended-channels.test.ts", "who does something else in the meantime goes on waiting"],
    ["test/api/access/ended-channels.test.ts", "a link to sound opens nothing to a person who is removed"],
  ],
  "secrets for links and cursors in the directory and its backups": [
    ["test/server/signing-key.test.ts", "secrets of a former release move over"],
    ["test/server/signing-key.test.ts", "a restore signs with new secrets"],
  ],
  "words of the provider in the log, weak passwords, headers, hosts": [
    [
      "test/actors/models/language-model.test.ts",
      "keeps what the provider says for the log: status, code and words, without secrets",
    ],
    ["test/gateway/limits/passwords.test.ts", "a common password is refused"],
    ["test/gateway/limits/origins.test.ts", "behind https the cookie is bound to the host, and answers say so"],
    ["test/gateway/limits/origins.test.ts", "a public URL is the one name"],
  ],
};
