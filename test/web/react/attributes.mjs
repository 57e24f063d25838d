/** What Preact takes as HTML has it, and React takes otherwise: all that a change to React would have to change. */
export function translated({ style, autofocus, ...props }) {
  return {
    ...props,
    ...(typeof style === "string" && { style: styleOf(style) }),
    ...(autofocus === true && { autofocus: "" }),
  };
}

function styleOf(text) {
  const declared = text.split(";").filter(Boolean);
  return Object.fromEntries(
    declared.map((one) => {
      const [name = "", value = ""] = one.split(/:(.*)/);
      return [name.trim().replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()), value.trim()];
    }),
  );
}
