/** Scopes as the directory stores them. */
import { type Scope, scopes } from "../../../schema/scopes.ts";

/** Those of the stored scopes that this version knows. */
export function readScopes(stored: string): readonly Scope[] {
  const names: unknown = JSON.parse(stored);
  return Array.isArray(names) ? scopes.filter((scope) => names.includes(scope)) : [];
}
