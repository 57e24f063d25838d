/** `dayshift/testing`. */
export { createFakeClock, type FakeClock } from "./clock.ts";
export { type Dayshift, startDayshift } from "./dayshift.ts";
export type { InstanceOptions } from "./instance.ts";
export { createTestModel, type Step, type TestModel } from "./model.ts";
