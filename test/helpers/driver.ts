/** Lets the tests of the store run on either library: `test/actors/store/drivers/other.test.ts` names the one that is not the default. */
import { chooseDriver } from "../../src/actors/store/driver.ts";
import { defaultDriver, type DriverName, driverNames } from "../../src/actors/store/drivers/names.ts";

/** Opens the files of this process with the library that DAYSHIFT_SQLITE_DRIVER names, and returns its name. */
export function chooseTestDriver(): DriverName {
  const asked = process.env["DAYSHIFT_SQLITE_DRIVER"] ?? defaultDriver;
  const named = driverNames.find((name) => name === asked);
  if (named === undefined)
    throw new Error(`DAYSHIFT_SQLITE_DRIVER: expected ${driverNames.join(" or ")}, got ${asked}.`);
  chooseDriver(named);
  return named;
}
