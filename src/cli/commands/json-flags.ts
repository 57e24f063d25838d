/** How the value of a flag is written that is more than one word: an example that works, from the schema of the operation. */

export interface JsonShape {
  readonly type?: string;
  readonly items?: JsonShape;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly examples?: readonly unknown[];
}

/** An example, and the fields that it leaves out. `ofBody`: what the example of the whole body has for the field. */
export function howToWrite(name: string, shape: JsonShape, ofBody: unknown): string {
  // People write names, and a rule in words.
  if (name === "assignees") return "Such as me,Robin.";
  const orInWords = name === "schedule" ? '"every weekday at 9", or ' : "";
  const example = shape.examples?.[0] ?? ofBody ?? shape.items?.examples?.slice(0, 1);
  const first: unknown = Array.isArray(example) ? example[0] : example;
  const fields = Object.keys((shape.items ?? shape).properties ?? {});
  const others = fields.filter((one) => !Object.hasOwn(Object(first), one));
  const more = others.length === 0 ? "" : ` Other fields: ${others.join(", ")}.`;
  return `Such as ${orInWords}'${spaced(example)}'.${more}`;
}

/** Parted by spaces, so that it fits narrow terminals. */
function spaced(value: unknown): string {
  return JSON.stringify(value, null, 1).replaceAll(/\n */g, " ");
}
