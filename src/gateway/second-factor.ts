/** The second step of a sign-in. */
import { ApiError } from "../schema/errors.ts";
import { plainRecoveryCode } from "./directory/secrets/totp.ts";
import type { User } from "./directory/users.ts";
import type { Services } from "./exchange.ts";

export interface SecondStep {
  readonly user: User;
  /** As it was typed; undefined when none came. */
  readonly code: string | undefined;
  /** Who else fails when it is wrong, as in `PasswordGuess`. */
  readonly subject: string;
}

/**
 * Lets through who has no second factor, and whose code it is. Throws 401 `second_factor_required` without a code, 401
 * `invalid_session_token` for a wrong one, 429 after too many.
 */
export async function passSecondFactor(services: Services, step: SecondStep): Promise<void> {
  const { isOn } = await services.directory.secondFactorOf(step.user.id);
  if (!isOn) return;
  if (step.code === undefined) {
    throw new ApiError(
      "second_factor_required",
      "code: this person has a second factor. Send the code of the authenticator app, or a recovery code, as well.",
      { param: "code" },
    );
  }
  if (await takeCode(services, { ...step, code: step.code })) return;
  throw new ApiError("invalid_session_token", wrongCode, { param: "code" });
}

/** What is said of a code that opens nothing. */
export const wrongCode = "code: this code is wrong, was used before, or is too old. Wait for the next one.";

/**
 * Whether the code opens; it does so once. Wrong ones count for the person too, so that many addresses guess no faster than one;
 * recovery codes are past guessing, and still open then. Throws 429 after too many.
 */
export async function takeCode(
  { directory, signInFailures }: Services,
  { user, code, subject }: SecondStep & { readonly code: string },
): Promise<boolean> {
  const subjects = [subject, ...(plainRecoveryCode(code) === null ? [`codes of ${user.id}`] : [])];
  for (const one of subjects) signInFailures.check(one);
  const isRight = await directory.useSecondFactor(user.id, code);
  for (const one of subjects) signInFailures.check(one);
  if (!isRight) for (const one of subjects) signInFailures.fail(one);
  return isRight;
}
