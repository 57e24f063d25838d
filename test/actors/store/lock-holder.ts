/** A process that takes a data folder, says so, and keeps it until it is killed. */
import { lockDataDir } from "../../../src/actors/store/data-lock.ts";

lockDataDir(process.argv[2] as string);
process.stdout.write("held\n");
process.stdin.resume();
setInterval(() => undefined, 1000);
