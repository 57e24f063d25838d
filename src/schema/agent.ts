/** Agents and their skills. */
import * as v from "valibot";
import { dateTime, id, includeArchived, instant, line, prose, timezone, uuid } from "./common.ts";
import { imageFacts } from "./image-facts.ts";
import { photoTypes } from "./image-head.ts";

export { agentSettings, agentSettingsUpdate } from "./agent-settings.ts";
export {
  agentOutside,
  agentOutsideUpdate,
  givenServer,
  mcpServer,
  mcpServerCreate,
  mcpServerRemoved,
  mcpServerUpdate,
  outsideTool,
} from "./outside.ts";

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

const clockTime = (pattern: RegExp, words: string) => v.pipe(v.string(), v.regex(pattern, words));

export const workingHours = v.pipe(
  v.strictObject({
    timezone,
    windows: v.pipe(
      v.array(
        v.strictObject({
          days: v.pipe(v.array(v.picklist(days)), v.minLength(1), v.maxLength(7)),
          start: clockTime(/^([01]\d|2[0-3]):[0-5]\d$/, "Expected a time as HH:mm."),
          end: clockTime(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "Expected a time as HH:mm, up to 24:00."),
        }),
      ),
      v.minLength(1),
      v.maxLength(50),
    ),
  }),
  v.description("Start comes before end; a night shift is two windows; windows of one day do not overlap."),
  v.examples([{ timezone: "Europe/Berlin", windows: [{ days: ["monday", "friday"], start: "09:00", end: "17:00" }] }]),
);

export const agentSkill = v.object({
  object: v.literal("agent_skill"),
  id,
  agentId: id,
  name: v.string(),
  instructions: v.nullable(v.string()),
  summary: v.pipe(v.nullable(v.string()), v.description("Generated one-liner.")),
  isArchived: v.boolean(),
  createdAt: instant,
  updatedAt: instant,
});

const agentEntries = {
  object: v.literal("agent"),
  id,
  name: v.string(),
  description: v.nullable(v.string()),
  instructions: v.nullable(v.string()),
  version: v.pipe(v.number(), v.integer(), v.description("Grows by one with each effective update.")),
  requiresApproval: v.boolean(),
  approvalGuidance: v.nullable(v.string()),
  workingHoursEnabled: v.boolean(),
  workingHours: v.nullable(workingHours),
  profilePhotoUrl: v.pipe(
    v.nullable(v.string()),
    v.description("A temporary link to the photo, which expires after an hour or two; null without one."),
  ),
  isArchived: v.boolean(),
  createdAt: instant,
  updatedAt: instant,
  model: v.literal("automatic"),
  skills: v.array(agentSkill),
};

export const agent = v.object(agentEntries);

export const agentFieldChange = v.object({ field: v.string(), from: v.unknown(), to: v.unknown() });

export const agentUpdated = v.object({ ...agentEntries, changes: v.array(agentFieldChange) });

export const agentUpdatePreview = v.object({
  object: v.literal("agent_update_preview"),
  agentId: id,
  version: v.pipe(v.number(), v.integer()),
  noop: v.boolean(),
  changes: v.array(agentFieldChange),
});

export const agentCreate = v.pipe(
  v.strictObject({
    name: line(200),
    description: v.optional(prose(2000)),
    instructions: v.optional(prose(50_000)),
    requiresApproval: v.optional(v.pipe(v.boolean(), v.description("True when left out."))),
    approvalGuidance: v.optional(prose(10_000)),
  }),
  v.examples([{ name: "Bookkeeper", instructions: "Keep invoices in order.", requiresApproval: false }]),
);

const updateEntries = {
  name: v.optional(line(200)),
  description: v.optional(v.nullable(prose(2000))),
  instructions: v.optional(v.nullable(prose(50_000))),
  requiresApproval: v.optional(v.boolean()),
  approvalGuidance: v.optional(v.nullable(prose(10_000))),
  workingHoursEnabled: v.optional(v.boolean()),
  workingHours: v.optional(v.nullable(workingHours)),
  clear: v.optional(v.array(v.picklist(["description", "instructions", "approvalGuidance", "workingHours"]))),
  expectedVersion: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
};

export const agentPreview = v.pipe(
  v.strictObject(updateEntries),
  v.examples([{ instructions: "Keep invoices and receipts in order." }]),
);

export const agentUpdate = v.pipe(
  v.strictObject({ ...updateEntries, archived: v.optional(v.boolean()) }),
  v.examples([{ instructions: "Keep invoices and receipts in order.", expectedVersion: 1 }]),
);

export const skillCreate = v.pipe(
  v.strictObject({ name: line(200), instructions: v.optional(prose(50_000)) }),
  v.examples([{ name: "Chase late payers", instructions: "Remind politely after 14 days." }]),
);

export const skillUpdate = v.pipe(
  v.strictObject({
    name: v.optional(line(200)),
    instructions: v.optional(v.nullable(prose(50_000))),
    archived: v.optional(v.boolean()),
    clear: v.optional(v.array(v.picklist(["instructions"]))),
    expectedUpdatedAt: v.optional(dateTime),
  }),
  v.examples([{ clear: ["instructions"] }]),
);

/** What is known of a photo that is the body of a request. */
export const agentPhoto = imageFacts(photoTypes);

export const agentListQuery = v.strictObject({ includeArchived });
export const skillListQuery = v.strictObject({ agentId: v.optional(uuid), includeArchived });

export type Agent = v.InferOutput<typeof agent>;
export type AgentSkill = v.InferOutput<typeof agentSkill>;
export type AgentUpdate = v.InferOutput<typeof agentUpdate>;
export type AgentFieldChange = v.InferOutput<typeof agentFieldChange>;
export type WorkingHours = v.InferOutput<typeof workingHours>;
