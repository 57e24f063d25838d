/** What this service is and can do. */
import type { Capabilities } from "../../../schema/app.ts";
import { words } from "../../words/index.ts";
import { Part } from "./part.tsx";

export function About({ service }: { readonly service: Omit<Capabilities, "object"> | null }) {
  const facts = service === null ? [] : factsOf(service);
  return (
    <Part id="about" title={words.service.title}>
      <dl className="fields">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="links">
        <a href="/docs">{words.settings.reference}</a>
        <a href="/api/v1/openapi.json">openapi.json</a>
      </p>
    </Part>
  );
}

function factsOf({ version, model, transcription, email, uploadMaxMegabytes }: Omit<Capabilities, "object">) {
  const { service: about } = words;
  const isThere = (has: boolean): string => (has ? words.yes : about.notSet);
  return [
    [about.version, version],
    [about.model, model.kind === "builtin" ? about.builtin : model.name],
    [about.speech, isThere(transcription)],
    [about.email, isThere(email)],
    [about.upload, about.megabytes(uploadMaxMegabytes)],
  ] as const;
}
