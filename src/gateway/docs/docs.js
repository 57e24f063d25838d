// Draws the reference of the interface that the address names. Nothing here calls out: the validator badge is off.
const place = document.querySelector("#reference");
const name = new URLSearchParams(location.search).get("interface") === "app" ? "app" : "public";

for (const link of document.querySelectorAll("[data-interface]")) {
  if (link.dataset.interface === name) link.setAttribute("aria-current", "page");
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const followScheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followScheme);
followScheme();

const container = document.createElement("div");
place.append(container);
globalThis.SwaggerUIBundle({
  url: place.dataset[name],
  domNode: container,
  // The library rewrites fragments it does not know, and the explained errors would be lost.
  deepLinking: !location.hash.startsWith("#error"),
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
  // What is tried out goes to where the page came from, which may be another address than the public one: the policy lets in no other.
  requestInterceptor: (request) => {
    const { pathname, search } = new URL(request.url, location.href);
    request.url = location.origin + pathname + search;
    return request;
  },
});
