/** Who owns the services that tests start. */

export const ownerEmail = "owner@example.com";
export const ownerPassword = "correct horse battery";
export const owner = { email: ownerEmail, password: ownerPassword } as const;
