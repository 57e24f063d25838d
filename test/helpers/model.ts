/** The model of the test kit. */
import { createTestModel, type TestModel } from "../../src/testing/model.ts";

export { createTestModel, type TestModel };

/** One that asks nobody: a turn that hangs in it works, and does not wait for a provider. */
export function createLocalTestModel(): TestModel {
  return Object.assign(createTestModel(), { isLocal: true });
}
