/** Shapes of the app interface: sign-in, workspaces and members, approvals. */
import * as v from "valibot";
import { changeClasses } from "./operation.ts";
import { agentFieldChange } from "./agent.ts";
import { errorBody } from "./error-body.ts";
import { personalSettings } from "./personal-settings.ts";
import { factorCode } from "./second-factor.ts";
import { id, instant, line, list, message, paging, uuid } from "./common.ts";

const { code, message: said, param } = errorBody.entries.error.entries;
export const email = v.pipe(v.string(), v.trim(), v.maxLength(254), v.email("Expected an e-mail address."));
export const newPassword = v.pipe(
  v.string(),
  v.minLength(10, "Expected at least 10 characters."),
  v.maxLength(256, "Expected at most 256 characters."),
);
const givenPassword = v.pipe(v.string(), v.minLength(1), v.maxLength(256));

const user = v.object({ id, email: v.string(), name: v.string(), ...personalSettings });
const sessionWorkspace = v.object({ id, name: v.string(), organizationId: id });

export const session = v.object({
  object: v.literal("session"),
  token: v.string(),
  expiresAt: instant,
  user,
  workspaces: v.array(sessionWorkspace),
});
export const currentSession = v.object({
  object: v.literal("current_session"),
  signedIn: v.boolean(),
  user: v.nullable(
    v.object({
      ...user.entries,
      isOperator: v.pipe(v.boolean(), v.description("Operators change the settings of the service.")),
    }),
  ),
  workspaces: v.pipe(v.array(sessionWorkspace), v.description("Those of the person, the default one leading.")),
  defaultWorkspaceId: v.pipe(
    v.nullable(id),
    v.description("The workspace to begin in, and where requests land that name none."),
  ),
  expiresAt: v.nullable(instant),
  passwordResetByEmail: v.pipe(
    v.boolean(),
    v.description("Whether the service sends e-mails, so that a forgotten password can be set by a link."),
  ),
  provider: v.pipe(
    v.nullable(v.string()),
    v.description("Host of the OpenID Connect provider that signs people in (`/oidc/start`); null without one."),
  ),
});
export const sessionInfo = v.object({
  object: v.literal("session_info"),
  id,
  createdAt: instant,
  expiresAt: v.pipe(instant, v.description("When it ends unless it is used before.")),
  isCurrent: v.pipe(v.boolean(), v.description("The one that asks.")),
});
export const sessionInfoPage = list(sessionInfo);
export const sessionEnded = v.object({ object: v.literal("session_ended"), endedAt: instant });

export const sessionCreate = v.pipe(
  v.strictObject({
    email,
    password: givenPassword,
    code: v.optional(
      v.pipe(factorCode, v.description("Of the second factor, or a recovery code; for a person who has one.")),
    ),
  }),
  v.examples([{ email: "ada@example.com", password: "correct horse battery" }]),
);
export const setupComplete = v.pipe(
  v.strictObject({
    token: v.pipe(v.string(), v.maxLength(200)),
    email,
    password: newPassword,
    name: v.optional(line(200)),
  }),
  v.examples([{ token: "dsu_…", email: "ada@example.com", password: "correct horse battery", name: "Ada" }]),
);
export const passwordChange = v.pipe(
  v.strictObject({
    currentPassword: givenPassword,
    newPassword,
    keepApiKeys: v.optional(v.pipe(v.boolean(), v.description("Leaves the person's API keys as they are."))),
  }),
  v.examples([{ currentPassword: "correct horse battery", newPassword: "staple battery horse" }]),
);

export const passwordChanged = v.object({
  ...session.entries,
  ended: v.pipe(
    v.object({ sessions: v.number(), connectedApps: v.number(), apiKeys: v.number() }),
    v.description("How many credentials of the person came to their end."),
  ),
});

export const workspace = v.object({
  object: v.literal("workspace"),
  id,
  name: v.string(),
  organizationId: id,
  createdAt: instant,
});
export const workspaceCreate = v.pipe(v.strictObject({ name: line(200) }), v.examples([{ name: "Studio" }]));
export const workspaceRename = v.pipe(v.strictObject({ name: line(200) }), v.examples([{ name: "Studio North" }]));
export const workspacePage = list(workspace);

export const role = v.picklist(["owner", "member"]);

export const member = v.object({
  object: v.literal("member"),
  id: v.pipe(id, v.description("Id of the user, as in assignees.")),
  email: v.string(),
  name: v.string(),
  role: v.pipe(role, v.description("Owners decide who belongs to the workspace, and what it is called.")),
  createdAt: instant,
});
export const memberUpdate = v.pipe(v.strictObject({ role }), v.examples([{ role: "owner" }]));
export const memberPage = list(member);
export const memberRemoved = v.object({ object: v.literal("member_removed"), id, removedAt: instant });

export const invitation = v.object({
  object: v.literal("invitation"),
  id,
  workspaceId: id,
  email: v.string(),
  role: v.pipe(role, v.description("What the person will be.")),
  expiresAt: v.pipe(instant, v.description("72 hours after it was made.")),
  createdAt: instant,
});
export const invitationCreated = v.object({
  ...invitation.entries,
  url: v.pipe(
    v.nullable(v.string()),
    v.description("The link for the person, shown this once; null when the answer is a replay."),
  ),
});
export const invitationPage = list(invitation);
export const invitationRemoved = v.object({ object: v.literal("invitation_removed"), id, removedAt: instant });
export const invitationCreate = v.pipe(
  v.strictObject({ email, role: v.optional(v.pipe(role, v.description("`member` when left out."))) }),
  v.examples([{ email: "bo@example.com" }]),
);
const invitationToken = v.pipe(v.string(), v.maxLength(200), v.description("What follows `#` in the link."));
export const invitationLook = v.pipe(v.strictObject({ token: invitationToken }), v.examples([{ token: "dsi_…" }]));
export const invitationShown = v.object({
  object: v.literal("invitation_shown"),
  workspaceName: v.string(),
  email: v.string(),
  isKnownPerson: v.pipe(v.boolean(), v.description("Signs in to accept; anybody else gives a name and a password.")),
});
export const invitationAccept = v.pipe(
  v.strictObject({
    token: invitationToken,
    name: v.optional(line(200)),
    password: v.optional(v.pipe(newPassword, v.description("Of a new person, who needs one."))),
  }),
  v.examples([{ token: "dsi_…", name: "Bo", password: "correct horse battery" }]),
);

export const invitationAccepted = v.object({
  ...session.entries,
  workspaceId: v.pipe(id, v.description("The workspace that the invitation was into.")),
});

export const capabilities = v.object({
  object: v.literal("capabilities"),
  version: v.string(),
  model: v.object({
    kind: v.pipe(
      v.picklist(["builtin", "language"]),
      v.description("The built-in engine, or a language model of a provider."),
    ),
    name: v.string(),
  }),
  agentModels: v.pipe(
    v.array(v.string()),
    v.description(
      "Models that agents can be given by name, that of the service leading; others of their providers can be, too.",
    ),
  ),
  transcription: v.pipe(v.boolean(), v.description("Whether recordings are transcribed.")),
  email: v.pipe(v.boolean(), v.description("Whether notifications can go out by e-mail.")),
  uploadMaxMegabytes: v.number(),
  minutesPerMonth: v.pipe(v.nullable(v.number()), v.description("Budget of the organization; null for no limit.")),
  publicUrl: v.string(),
});

export const approvalStatus = v.picklist([
  "pending",
  "approved",
  "edited",
  "rejected",
  "responded",
  "expired",
  "cancelled",
]);

const target = v.object({
  kind: v.picklist(["todo", "todo_list", "agent", "agent_skill", "chat", "capture"]),
  id: v.string(),
  title: v.nullable(v.string()),
});

export const approval = v.object({
  object: v.literal("approval"),
  id,
  chatId: id,
  todoId: v.nullable(id),
  runId: v.nullable(id),
  agentId: id,
  toolCallId: v.string(),
  toolName: v.string(),
  toolInput: v.record(v.string(), v.unknown()),
  summary: v.string(),
  approvalGuidance: v.pipe(
    v.nullable(v.string()),
    v.description("The instruction of the agent on when to ask, as it stands now."),
  ),
  changeClass: v.pipe(
    v.nullable(v.picklist(changeClasses)),
    v.description(
      "A class of change that every agent must ask about, each time: what agents are and may do, what cannot be taken back, what sets agents to work, what goes to somebody outside.",
    ),
  ),
  record: v.pipe(v.nullable(target), v.description("What the request is about; null when it makes something new.")),
  recordVersion: v.pipe(
    v.nullable(v.pipe(v.number(), v.integer())),
    v.description(
      "Grows with each change of the record; sent with a decision, it says which state a person was shown.",
    ),
  ),
  diff: v.pipe(
    v.nullable(v.array(agentFieldChange)),
    v.description(
      "Each field that is sent, as it is now and as it would be; once the approval is closed, as it was then. Null where that is not known any more.",
    ),
  ),
  targets: v.pipe(
    v.array(v.object({ ...target.entries, diff: v.array(agentFieldChange) })),
    v.description(
      "The records that it would change, each with its fields; none once it is closed, or for a new record.",
    ),
  ),
  isStale: v.pipe(v.boolean(), v.description("The record has gone, or was changed since it was asked.")),
  step: v.pipe(
    v.object({ id: v.string(), position: v.number(), of: v.number() }),
    v.description("What the agent asks for in one step goes on together: which of how many this one is, from 1."),
  ),
  status: approvalStatus,
  decidedBy: v.nullable(id),
  decidedAt: v.nullable(instant),
  comment: v.nullable(v.string()),
  expiresAt: instant,
  createdAt: instant,
  replacedBy: v.pipe(
    v.nullable(id),
    v.description(
      "The approval that asks for the same again, where this one was cancelled because its record had changed.",
    ),
  ),
});
export const approvalPage = list(approval);
export const approvalQuery = v.strictObject({
  ...paging,
  status: v.optional(approvalStatus),
  chatId: v.optional(uuid),
  agentId: v.optional(uuid),
});
export const approvalDecision = v.pipe(
  v.strictObject({
    decision: v.picklist(["approve", "edit", "reject", "respond"]),
    editedInput: v.optional(
      v.pipe(
        v.record(v.string(), v.unknown()),
        v.description("Needed for `edit`."),
        v.examples([{ title: "Call Ana", priority: "high" }]),
      ),
    ),
    comment: v.optional(v.pipe(message(10_000), v.description("Needed for `respond`; feedback for `reject`."))),
    recordVersion: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.description(
          "The `recordVersion` that was shown. Needed to approve or edit what is stale: the record has changed since it was asked.",
        ),
      ),
    ),
    remember: v.optional(
      v.pipe(
        v.picklist(["none", "chat"]),
        v.description(
          "`chat`: calls of this tool that give no other fields pass for the rest of the chat; not for one with a `changeClass`.",
        ),
      ),
    ),
  }),
  v.examples([{ decision: "approve" }]),
);

export const approvalsDecision = v.pipe(
  v.strictObject({
    decisions: v.pipe(
      v.array(v.strictObject({ approvalId: uuid, ...approvalDecision.entries })),
      v.minLength(1),
      v.maxLength(50),
    ),
  }),
  v.examples([{ decisions: [{ approvalId: "0195f3a0-0000-7000-8000-00000000000c", decision: "approve" }] }]),
);
export const approvalsDecided = v.object({
  object: v.literal("approvals_decided"),
  data: v.pipe(
    v.array(
      v.object({
        approvalId: id,
        approval: v.nullable(approval),
        error: v.nullable(v.object({ code, message: said, param })),
      }),
    ),
    v.description("In the order of the decisions."),
  ),
});

export type Capabilities = v.InferOutput<typeof capabilities>;
export type Session = v.InferOutput<typeof session>;
export type Approval = v.InferOutput<typeof approval>;
export type Member = v.InferOutput<typeof member>;
