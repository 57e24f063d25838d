/** Shapes of the second factor; part of the app interface. */
import * as v from "valibot";

const password = v.pipe(v.string(), v.minLength(1), v.maxLength(256));
/** A code of the authenticator app, or a recovery code. */
export const factorCode = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40));

export const secondFactor = v.object({
  object: v.literal("second_factor"),
  isOn: v.pipe(v.boolean(), v.description("Whether signing in takes a code as well.")),
  recoveryCodesLeft: v.pipe(v.number(), v.description("Of the ten that were shown.")),
});
export const secondFactorBegin = v.pipe(
  v.strictObject({ password }),
  v.examples([{ password: "correct horse battery" }]),
);
export const secondFactorBegun = v.object({
  object: v.literal("second_factor_begun"),
  secret: v.pipe(v.string(), v.description("For an app that takes it typed, in base32.")),
  otpauthUri: v.pipe(v.string(), v.description("The same as an address, which an authenticator app opens.")),
});
export const secondFactorConfirm = v.pipe(v.strictObject({ code: factorCode }), v.examples([{ code: "123456" }]));
export const secondFactorConfirmed = v.object({
  object: v.literal("second_factor_confirmed"),
  recoveryCodes: v.pipe(v.array(v.string()), v.description("Ten, shown this once; each opens once.")),
});
export const secondFactorRemove = v.pipe(
  v.strictObject({ password, code: factorCode }),
  v.examples([{ password: "correct horse battery", code: "123456" }]),
);
