/** Loads packages that lie in the single binary as texts of their own (see apart.ts). */
import { createRequire } from "node:module";
import { getAsset } from "node:sea";
import { compileFunction } from "node:vm";

type Packages = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const loaded = new Map<string, Packages>();

/** The packages of a text, by name; read when they are first asked for. */
export function part(name: string): Packages {
  const packages = loaded.get(name) ?? load(name);
  loaded.set(name, packages);
  return packages;
}

function load(name: string): Packages {
  const module = { exports: {} as Packages };
  const parameters = ["module", "exports", "require"];
  const run = compileFunction(getAsset(`parts/${name}.js`, "utf8"), parameters, { filename: `${name}.js` });
  run(module, module.exports, createRequire(process.execPath));
  return module.exports;
}
