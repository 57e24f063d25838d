/** The clock of the test kit. */
export { createFakeClock, type FakeClock } from "../../src/testing/clock.ts";
