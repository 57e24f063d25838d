/** Values of any shape, as people read them: names with what they are. */
import type { Shown } from "./bounded.ts";

export function Values({ shown }: { readonly shown: Shown }) {
  if (typeof shown === "string")
    return (
      <span className="plain" dir="auto">
        {shown}
      </span>
    );
  if ("fields" in shown)
    return (
      <dl className="fields">
        {shown.fields.map(([label, value], at) => (
          <div key={at} {...(typeof value !== "string" && { className: "nested" })}>
            <dt dir="auto">{label}</dt>
            <dd>
              <Values shown={value} />
            </dd>
          </div>
        ))}
      </dl>
    );
  return (
    <ul className="values">
      {shown.map((one, at) => (
        <li key={at}>
          <Values shown={one} />
        </li>
      ))}
    </ul>
  );
}
