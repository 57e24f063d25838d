/** The model of the test kit. */
export { createTestModel, type TestModel } from "../../src/testing/model.ts";
