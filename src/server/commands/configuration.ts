/** The configuration of a command that works on files itself. */
import { chooseDriver } from "../../actors/store/driver.ts";
import { type Configuration, readConfiguration } from "../base/configuration.ts";

/** Out of the environment and these flags. Throws an Error naming the variable that is wrong. */
export function commandConfiguration(flags: Readonly<Record<string, string | undefined>>): Configuration {
  const configuration = readConfiguration(process.env, flags);
  chooseDriver(configuration.sqliteDriver);
  return configuration;
}
