/** Markdown as elements, never as markup: what reads it comes with the first text that is shown; until then, and for what it does not know, the text as it is. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { MarkdownProps } from "./markdown-tree.tsx";

type Shown = ComponentType<MarkdownProps>;

let loaded: Shown | null = null;

export function Markdown(props: MarkdownProps) {
  const [Tree, setTree] = useState<Shown | null>(() => loaded);
  useEffect(() => {
    if (Tree !== null) return;
    void import("./markdown-tree.tsx").then(({ MarkdownTree }) => {
      loaded = MarkdownTree;
      setTree(() => MarkdownTree);
    });
  }, []);
  return (
    <div className="markdown" dir="auto">
      {Tree === null ? <p className="plain">{props.text}</p> : <Tree {...props} />}
    </div>
  );
}
