/** What a person may write into each field of a tool's input: a fold over the table, which the app has as data. */
import { is, type GenericSchema } from "valibot";
import { jsonSchemaOf, type JsonSchema } from "../json-schema.ts";
import { agentTools, type Tool } from "./tools.ts";

export interface ToolFieldShape {
  readonly kind:
    | "choice"
    | "day"
    | "list"
    | "agent"
    | "assignees"
    | "schedule"
    | "color"
    | "boolean"
    | "number"
    | "line"
    | "text";
  /** Of a choice, in the order of the schema. */
  readonly choices?: readonly string[];
  /** Characters of a text. */
  readonly maxLength?: number;
  /** Bounds of a number. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** What an empty field is sent as; `required` where it cannot be empty. */
  readonly empty: "null" | "absent" | "required";
}

type Shapes = Readonly<Record<string, ToolFieldShape>>;

/** By tool and field, of the tools that change something. Left out is what a form cannot show: other arrays and objects, moments and other ids. */
export const toolFieldShapes: Readonly<Record<string, Shapes>> = Object.fromEntries(
  agentTools.filter(({ changes }) => changes).map((tool) => [tool.name, shapesOf(tool)]),
);

function shapesOf({ operation: { method, query, body } }: Tool): Shapes {
  const entries = Object.entries({ ...query.entries, ...body?.entries }) as [string, GenericSchema][];
  const shapes: Record<string, ToolFieldShape> = {};
  for (const [name, schema] of entries) {
    const { isNullable, plain } = plainOf(jsonSchemaOf(schema));
    const kind = kindOf(name, plain, schema);
    if (kind === null) continue;
    // Left out of a change, a field keeps its value: that is not what an empty one says.
    const isAbsent = method !== "PATCH" && is(schema, undefined);
    shapes[name] = {
      kind,
      ...(kind === "choice" && { choices: plain["enum"] as string[] }),
      ...limitsOf(plain),
      empty: isNullable ? "null" : isAbsent ? "absent" : "required",
    };
  }
  return shapes;
}

/** The schema of the values that are not null. */
function plainOf(schema: JsonSchema): { isNullable: boolean; plain: JsonSchema } {
  const either = schema["anyOf"] as readonly JsonSchema[] | undefined;
  const values = either?.filter(({ type }) => type !== "null") ?? [schema];
  const [only = schema] = values;
  return { isNullable: either !== undefined && values.length < either.length, plain: only };
}

function kindOf(name: string, plain: JsonSchema, schema: GenericSchema): ToolFieldShape["kind"] | null {
  const { type, format } = plain;
  // What the agent has read, not what it asks for.
  if (name.startsWith("expected")) return null;
  if (name === "assignees" || name === "schedule") return name;
  if (plain["enum"] !== undefined) return "choice";
  if (type === "boolean") return "boolean";
  if (type === "number" || type === "integer") return "number";
  if (type !== "string" || format === "date-time") return null;
  if (format === "date") return "day";
  if (format === "uuid") return name === "todoListId" ? "list" : name === "agentId" ? "agent" : null;
  if (name === "color") return "color";
  return is(schema, "a\nb") ? "text" : "line";
}

function limitsOf(plain: JsonSchema): Pick<ToolFieldShape, "maxLength" | "minimum" | "maximum"> {
  const names = ["maxLength", "minimum", "maximum"] as const;
  return Object.fromEntries(names.flatMap((name) => (plain[name] === undefined ? [] : [[name, plain[name]]])));
}
