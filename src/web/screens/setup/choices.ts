/** Among whom a person chooses who answers. */
import type { Client } from "../../../client/types.ts";
import { words } from "../../words/index.ts";
import type { Option } from "./chooser.tsx";

export type Settings = Awaited<ReturnType<Client["getModel"]>>;
export type Trial = Awaited<ReturnType<Client["testModel"]>>;
export type Update = Parameters<Client["updateModel"]>[0];
type Found = Awaited<ReturnType<Client["findModels"]>>["servers"];

/** A choice that names a server. */
export interface Connecting extends Option {
  /** Where it is; null where a person says so, or its provider has one address. */
  readonly baseUrl: string | null;
  readonly models: readonly string[];
  readonly takes: { readonly key: boolean; readonly address: boolean };
}

export interface Choice extends Connecting {
  readonly provider: Settings["provider"];
}

/** Servers of this machine lead; the rules are last. */
export function choicesOf(found: Found): Choice[] {
  const { openai, anthropic, other, otherHint, builtin, builtinHint, here } = words.model;
  const remote = { baseUrl: null, models: [], takes: { key: true, address: false } };
  const nothing = { baseUrl: null, models: [], takes: { key: false, address: false } };
  return [
    ...found.map(({ name, baseUrl, models }) => ({
      id: baseUrl,
      provider: "openai-compatible" as const,
      label: here(name),
      baseUrl,
      models,
      takes: { key: false, address: false },
    })),
    { ...remote, id: "openai", provider: "openai", label: openai },
    { ...remote, id: "anthropic", provider: "anthropic", label: anthropic },
    {
      ...remote,
      id: "other",
      provider: "openai-compatible",
      label: other,
      hint: otherHint,
      takes: { key: true, address: true },
    },
    { ...nothing, id: "builtin", provider: "builtin", label: builtin, hint: builtinHint },
  ];
}

/** What the fields of the form make of the choice. */
export function updateOf(choice: Choice, fields: Readonly<Record<string, string>>): Update {
  const { provider } = choice;
  return provider === "builtin" ? { provider } : { provider, ...connectionOf(choice, fields) };
}

/** How the server of the choice is reached, as the fields of the form say. */
export function connectionOf({ baseUrl, takes }: Connecting, fields: Readonly<Record<string, string>>) {
  const key = fields["key"]?.trim() ?? "";
  const address = takes.address ? (fields["address"]?.trim() ?? "") : baseUrl;
  return {
    model: fields["model"]?.trim() ?? "",
    ...(address !== "" && { baseUrl: address }),
    ...(key !== "" && { apiKey: key }),
  };
}
