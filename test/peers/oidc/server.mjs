/**
 * The provider, as a process of its own: `node server.mjs <redirect address> <client id> <client secret>`. It writes its address. Who
 * signs in there is what was last posted to `/person`; nobody is asked for anything, as at a company's own provider.
 */
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { Provider } from "oidc-provider";

const [redirectUri, clientId, clientSecret] = process.argv.slice(2);
let person = { sub: "1" };

function providerAt(issuer) {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ["code"],
        grant_types: ["authorization_code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    cookies: { keys: ["a key of the test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...person, sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId, accountId: person.sub });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
}

async function answer(request, response) {
  if (request.url === "/person") {
    person = await json(request);
    response.end("{}");
  } else if (request.url?.startsWith("/interaction/")) {
    const login = { login: { accountId: person.sub } };
    await provider.interactionFinished(request, response, login, { mergeWithLastSubmission: false });
  } else await provider.callback()(request, response);
}

let provider;
const server = createServer((request, response) => void answer(request, response));
server.listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  provider = providerAt(issuer);
  console.log(issuer);
});
