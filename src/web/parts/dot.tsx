/** The colour of a list; grey for none. */
export function Dot({ color }: { readonly color: string | null }) {
  return <span className="dot" {...(color !== null && { style: `background:${color}` })} aria-hidden="true" />;
}
