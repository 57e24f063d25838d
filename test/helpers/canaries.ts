/**
 * Values of a shape in which every string is a canary, made from the shape itself: a string that is added to it is one, too. Where the
 * shape takes no such word, as for ids and dates, the first of the `fitting` values stands that it does take.
 */
import assert from "node:assert/strict";
import * as v from "valibot";

export interface Canaries {
  /** A value of the shape; undefined where there is none. */
  valueOf(schema: v.GenericSchema, field?: string): unknown;
  /** Inputs of the shape: one with all of its fields that go together, and one for each that may be left out. */
  inputsOf(schema: ObjectShape): readonly object[];
}

type ObjectShape = v.GenericSchema & { readonly entries: Readonly<Record<string, v.GenericSchema>> };

/** What is no word: days, times, zones, rules, colours. */
const others = ["2026-05-05", "2026-05-05T09:00:00Z", "09:00", "17:00", "UTC", "FREQ=DAILY", "#112233", "1"];

/** `ids`: by the name of the field. */
export function createCanaries(ids: () => Readonly<Record<string, string>>): Canaries {
  let count = 0;
  const canary = (): string => `canary${(count += 1)}`;
  const takes = (schema: v.GenericSchema, value: unknown): boolean => v.safeParse(schema, value).success;

  function valueOf(schema: v.GenericSchema, field = ""): unknown {
    if ("wrapped" in schema) return valueOf(schema.wrapped as v.GenericSchema, field);
    if ("item" in schema) return [valueOf(schema.item as v.GenericSchema, field)];
    if ("entries" in schema) return fullOf(schema as ObjectShape);
    if (schema.type === "unknown" || schema.type === "record" || schema.type === "any")
      return { [canary()]: [canary()] };
    if (schema.type === "literal") return (schema as v.GenericSchema & { readonly literal: unknown }).literal;
    if ("options" in schema) return chosen(schema, schema.options as readonly unknown[], field);
    const known = ids();
    const fitting = [canary(), 1, true, null, known[field], ...others, ...Object.values(known)];
    return fitting.find((value) => value !== undefined && takes(schema, value));
  }

  function chosen(schema: v.GenericSchema, options: readonly unknown[], field: string): unknown {
    const values = options.map((option) =>
      typeof option === "object" && option !== null ? valueOf(option as v.GenericSchema, field) : option,
    );
    return values.find((value) => takes(schema, value));
  }

  function fullOf(schema: ObjectShape): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    for (const [name, entry] of Object.entries(schema.entries)) value[name] = valueOf(entry, name);
    return value;
  }

  /** Fields that do not go with the others are left out, one after the other. */
  function fittedTo(schema: ObjectShape, full: Record<string, unknown>): Record<string, unknown> {
    let value = full;
    for (const name of optionalOf(schema)) {
      if (takes(schema, value)) return value;
      const { [name]: _left, ...rest } = value;
      value = rest;
    }
    return value;
  }

  return {
    valueOf,
    inputsOf(schema) {
      const optional = optionalOf(schema);
      const required = Object.keys(schema.entries).filter((name) => !optional.includes(name));
      const only = (names: readonly string[]): Record<string, unknown> => {
        const full = fullOf(schema);
        return Object.fromEntries(names.map((name) => [name, full[name]]));
      };
      const each = optional.map((name) => only([...required, name]));
      const all = [fittedTo(schema, fullOf(schema)), ...each].filter((value) => takes(schema, value));
      assert.ok(all.length > 0 || required.length === 0, "No input fits the shape.");
      return all.length > 0 ? all : [{}];
    },
  };
}

function optionalOf({ entries }: ObjectShape): string[] {
  return Object.keys(entries).filter((name) => entries[name]?.type.includes("optional") === true);
}
