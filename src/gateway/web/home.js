// The first page: create the owner, sign in, make an API key. The session travels in an HttpOnly cookie.
const find = (id) => document.getElementById(id);
const show = (id) => {
  for (const part of ["setup", "sign-in", "key", "made", "elsewhere"]) find(part).hidden = part !== id;
  find("sign-out").hidden = id !== "key" && id !== "made";
  find("problem").textContent = "";
};

/** The body of the answer; throws its message when it is a refusal. */
async function call(method, path, body) {
  const options = { method, headers: {} };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const response = await fetch(path, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer;
}

/** Runs `action` with the form's fields, and shows what went wrong. */
function onSubmit(id, action) {
  find(id).addEventListener("submit", (event) => {
    event.preventDefault();
    find("problem").textContent = "";
    action(Object.fromEntries(new FormData(event.target))).catch((error) => {
      find("problem").textContent = error.message;
    });
  });
}

function fill(select, choices) {
  select.replaceChildren(...choices.map(([value, text]) => new Option(text, value)));
}

let presets = [];

async function welcome(workspaces) {
  const catalog = await call("GET", "/api/v1/api-keys/scopes");
  const opens = new Set(catalog.scopes.filter((one) => one.operations.length > 0).map((one) => one.scope));
  presets = catalog.presets.filter((preset) => preset.scopes.some((scope) => opens.has(scope)));
  const form = find("key");
  fill(
    form.workspaceId,
    workspaces.map((workspace) => [workspace.id, workspace.name]),
  );
  fill(
    form.preset,
    presets.map((preset) => [preset.id, `${preset.name}: ${preset.description}`]),
  );
  form.preset.value = "full_access";
  show("key");
}

function showKey(secret) {
  const base = `${location.origin}/api/v1`;
  find("secret").textContent = secret;
  find("commands").textContent = [
    `export DAYSHIFT_KEY=${secret}`,
    `curl ${base}/todos -H "Authorization: Bearer $DAYSHIFT_KEY" -H "Content-Type: application/json" -d '{"title": "Buy paint"}'`,
    `curl ${base}/chats -H "Authorization: Bearer $DAYSHIFT_KEY" -H "Content-Type: application/json" -d '{"message": "What is open?", "waitSeconds": 30}'`,
  ].join("\n\n");
  show("made");
}

onSubmit("setup", async (fields) => {
  const session = await call("POST", "/app/v1/setup", { token: location.hash.slice(1), ...fields });
  history.replaceState(null, "", "/");
  await welcome(session.workspaces);
});

onSubmit("sign-in", async (fields) => welcome((await call("POST", "/app/v1/sessions", fields)).workspaces));

onSubmit("key", async ({ workspaceId, name, preset }) => {
  const { scopes } = presets.find((one) => one.id === preset);
  showKey((await call("POST", "/api/v1/api-keys", { workspaceId, name, scopes })).secret);
});

find("copy").addEventListener("click", () => {
  void navigator.clipboard?.writeText(find("secret").textContent);
});

find("sign-out").addEventListener("click", () => {
  call("DELETE", "/app/v1/sessions/current").then(
    () => show("sign-in"),
    (error) => {
      find("problem").textContent = error.message;
    },
  );
});

/** Where the service takes changes from, with the session cookie: its public origin. */
async function publicOrigin() {
  return new URL((await call("GET", "/api/v1/")).openapiUrl).origin;
}

function sendTo(origin) {
  const link = document.querySelector("#elsewhere a");
  link.href = origin + location.pathname + location.hash;
  link.textContent = origin + location.pathname;
  show("elsewhere");
}

async function start() {
  const origin = await publicOrigin();
  if (origin !== location.origin) return sendTo(origin);
  if (location.hash.startsWith("#dsu_")) return show("setup");
  const known = await call("GET", "/app/v1/workspaces").catch(() => null);
  return known === null ? show("sign-in") : welcome(known.data);
}

void start();
