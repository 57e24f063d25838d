/** Stands for `preact/jsx-runtime` where the app is built with React. */
import { jsx as make, jsxs as makeAll } from "react/jsx-runtime";
import { translated } from "./attributes.mjs";

export { Fragment } from "react/jsx-runtime";

const propsOf = (type, props) => (typeof type === "string" ? translated(props) : props);
export const jsx = (type, props, key) => make(type, propsOf(type, props), key);
export const jsxs = (type, props, key) => makeAll(type, propsOf(type, props), key);
