/** The second factor of the signed-in person; part of the app interface. */
import { nothing } from "../common.ts";
import { operation } from "../operation.ts";
import {
  secondFactor,
  secondFactorBegin,
  secondFactorBegun,
  secondFactorConfirm,
  secondFactorConfirmed,
  secondFactorRemove,
} from "../second-factor.ts";

const person = { auth: "session", home: "gateway", query: nothing, tag: "Sessions" } as const;

export const secondFactorOperations = [
  operation({
    ...person,
    id: "getSecondFactor",
    method: "GET",
    path: "/second-factor",
    summary: "See whether signing in takes a second factor",
    description: "Of the signed-in person.",
    body: null,
    errors: [],
    success: { status: 200, schema: secondFactor },
  }),
  operation({
    ...person,
    id: "beginSecondFactor",
    method: "POST",
    path: "/second-factor",
    summary: "Begin with a second factor",
    description:
      "Answers the secret for an authenticator app (TOTP). Nothing changes until a code of it is confirmed; a new call takes the place of an earlier one.",
    body: secondFactorBegin,
    errors: ["resource_conflict", "rate_limit_exceeded"],
    success: { status: 201, schema: secondFactorBegun },
    sensitive: true,
  }),
  operation({
    ...person,
    id: "confirmSecondFactor",
    method: "POST",
    path: "/second-factor/confirm",
    summary: "Switch the second factor on",
    description: "Takes a code of the app, and answers ten recovery codes, which are shown this once.",
    body: secondFactorConfirm,
    errors: ["resource_conflict", "rate_limit_exceeded"],
    success: { status: 201, schema: secondFactorConfirmed },
    sensitive: true,
  }),
  operation({
    ...person,
    id: "removeSecondFactor",
    method: "DELETE",
    path: "/second-factor",
    summary: "Switch the second factor off",
    description: "Takes the password and a code, or a recovery code. The recovery codes end with it.",
    body: secondFactorRemove,
    errors: ["rate_limit_exceeded"],
    success: { status: 200, schema: secondFactor },
    destructive: true,
    sensitive: true,
  }),
] as const;
