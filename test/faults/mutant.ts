/** The fault that the sweep must find: libsql opens files by its own layer again, and nothing looks at a log before that. */
import { type Change, makeMutant } from "../torture/mutant.ts";

const changes: readonly Change[] = [
  {
    file: "src/actors/store/drivers/plain-address.ts",
    from: "export function plainAddress(path: string): string {\n",
    to: "export function plainAddress(path: string): string {\n  if (path !== layer) return path;\n",
  },
  {
    file: "src/actors/store/log-guard.ts",
    from: "export function countFrames(file: string): number | null {\n",
    to: "export function countFrames(file: string): number | null {\n  if (file !== savedLogOf(file)) return null;\n",
  },
];

/** Throws when the source no longer reads as the changes expect. */
export function makeFaultMutant(): ReturnType<typeof makeMutant> {
  return makeMutant(changes, ["test/faults", "test/helpers", "test/torture"]);
}
