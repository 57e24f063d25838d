#!/usr/bin/env node
// The command: runs its program on a Node that is new enough.
import { fileURLToPath } from "node:url";

process.argv.splice(2, 0, fileURLToPath(new URL("../src/dayshift.ts", import.meta.url)));
await import("./node.mjs");
