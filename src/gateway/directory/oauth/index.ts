/** What the directory keeps for OAuth. */
import type { Context } from "../context/context.ts";
import { type Clients, clients } from "./clients.ts";
import { type Codes, codes } from "./codes.ts";
import { type Grants, grants } from "./grants.ts";
import { type Tokens, tokens } from "./tokens.ts";

export interface OAuthStore extends Clients, Codes, Grants, Tokens {}

export function oauthStore(context: Context): OAuthStore {
  return { ...clients(context), ...codes(context), ...grants(context), ...tokens(context) };
}
