/** A process that walks: seed, walks and milliseconds at most from the command line; answers what there was to see as JSON. */
import { walk } from "../simulation/walk.ts";

const [seed = 0, walks = 0, milliseconds = 0] = process.argv.slice(2).map(Number);
process.stdout.write(JSON.stringify(await walk({ seed, walks, milliseconds })));
