/** Has the browser store the app's files (worker.ts), where it can: on secure addresses. */

import { go } from "./routes.ts";

/** Named in the policy of the page: no other address of a script is made from text. */
const policyName = "dayshift";
const address = "/worker.js";

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: () => string },
  ): { createScriptURL(text: string): string };
}

/** Resolves when the browser knows of it; what it makes of that is its own. */
export async function storeShell(): Promise<void> {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(policyName, { createScriptURL: () => address });
  await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address);
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    const { go: path } = data as { readonly go?: string };
    if (path !== undefined) go(path);
  });
}
