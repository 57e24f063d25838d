/** Stands for `preact` where the app is built with React: the few names that the app takes from it. */
import { createElement as make } from "react";
import { createRoot } from "react-dom/client";
import { translated } from "./attributes.mjs";

export { createContext } from "react";
export const createElement = (type, props, ...children) => make(type, translated(props ?? {}), ...children);
export const render = (tree, parent) => createRoot(parent).render(tree);
