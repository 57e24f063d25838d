/** Which version this is. */
import manifest from "../../../package.json" with { type: "json" };

/** The version of the program and of its interface. */
export const version: string = manifest.version;
