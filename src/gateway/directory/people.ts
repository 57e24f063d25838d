/** Everything of people: who they are, how they sign in, what they may do to the service. */
import type { Context } from "./context/context.ts";
import { type Operators, operators } from "./operators.ts";
import { type PasswordResets, passwordResets } from "./password-resets.ts";
import { type Profiles, profiles } from "./profiles.ts";
import { type ProviderIdentities, providerIdentities } from "./provider-identities.ts";
import { type SecondFactors, secondFactors } from "./second-factors.ts";
import { type Users, users } from "./users.ts";

export interface People extends Users, Operators, Profiles, PasswordResets, SecondFactors, ProviderIdentities {}

export function people(context: Context): People {
  const known = users(context);
  return {
    ...known,
    ...operators(context),
    ...profiles(context),
    ...passwordResets(context, known),
    ...secondFactors(context),
    ...providerIdentities(context),
  };
}
