/** The OpenAPI documents: valid, complete, fit for generators. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import * as v from "valibot";
import { openApiDocument, type OpenApiDocument } from "../../../src/gateway/openapi/document.ts";
import { examples } from "../../../src/gateway/openapi/examples/examples.ts";
import { components } from "../../../src/schema/components.ts";
import { nothing } from "../../../src/schema/common.ts";
import { enums } from "../../../src/schema/enums.ts";
import { errorCatalogue } from "../../../src/schema/errors.ts";
import { errorsOf, type Operation, operation } from "../../../src/schema/operation.ts";
import { appTable, publicTable } from "../../../src/schema/operations/index.ts";
import { schemaValidator } from "../../helpers/openapi.ts";

type Json = Readonly<Record<string, unknown>>;

const publicUrl = "https://dayshift.example.org";
const options = { title: "Dayshift", version: "1.0.0", description: "Words.", publicUrl };
const documentOf = (table: readonly Operation[], base = "/api/v1") =>
  openApiDocument(table, { ...options, serverUrl: publicUrl + base });

const interfaces: [string, readonly Operation[], OpenApiDocument][] = [
  ["public", publicTable, documentOf(publicTable)],
  ["app", appTable, documentOf(appTable, "/app/v1")],
];

const sample = operation({
  id: "sample",
  method: "GET",
  path: "/sample",
  tag: "Todos",
  auth: "todos:read",
  home: "workspace",
  summary: "Sample",
  description: "Sample.",
  query: nothing,
  body: null,
  errors: [],
  success: { status: 200, schema: components.Todo },
});

describe("what has no name or words is refused", () => {
  const unnamed = v.object({ object: v.literal("unnamed") });
  test("an answer", () => {
    assert.throws(() => documentOf([{ ...sample, success: { status: 200, schema: unnamed } }]), /components\.ts/);
  });
  test("a set of values", () => {
    const query = v.strictObject({ sort: v.optional(v.picklist(["up", "down"])) });
    assert.throws(() => documentOf([{ ...sample, query }]), /enums\.ts.*up/);
  });
  test("a parameter", () => {
    const query = v.strictObject({ wordless: v.optional(v.string()) });
    assert.throws(() => documentOf([{ ...sample, query }]), /words for the parameter wordless/);
  });
  test("a tag", () => {
    assert.throws(() => documentOf([{ ...sample, tag: "Odds" }]), /tag Odds/);
  });
});

for (const [name, table, document] of interfaces) {
  describe(`the document of the ${name} interface`, () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, described]) => ({ method, path, described })),
    );

    test("is valid by the official schema of OpenAPI 3.1", async () => {
      const validator = new Validator();
      const result = await validator.validate({ ...structuredClone(document) });
      assert.deepEqual([result.valid, result.errors ?? null, validator.version], [true, null, "3.1"]);
    });

    test("describes every operation of the table and nothing else", () => {
      const described = operations.map(
        (each) => `${each.method.toUpperCase()} ${each.path} ${String(each.described["operationId"])}`,
      );
      assert.deepEqual(described.sort(), table.map(({ method, path, id }) => `${method} ${path} ${id}`).sort());
    });

    test("documents every code of an operation under its status, and no other", () => {
      for (const record of table) {
        const responses = responsesOf(document, record);
        const documented = Object.entries(responses).flatMap(([status, { description }]) =>
          [...String(description).matchAll(/^- `(\w+)`/gm)].map((match) => `${status} ${match[1]}`),
        );
        const expected = errorsOf(record).map((code) => `${errorCatalogue[code].status} ${code}`);
        assert.deepEqual(documented.sort(), expected.sort(), record.id);
        assert.ok(String(record.success.status) in responses, record.id);
      }
    });

    test("gives words to every operation and parameter", () => {
      for (const { described } of operations) {
        const parameters = ((described["parameters"] ?? []) as Json[]).filter((parameter) => !("$ref" in parameter));
        for (const each of [described, ...parameters]) assert.match(String(each["description"]), /\w{2}.*\.$/);
      }
    });

    test("has one error schema, for every refusal", () => {
      for (const record of table) {
        for (const [status, response] of Object.entries(responsesOf(document, record))) {
          const isError = JSON.stringify(response["content"]).includes('"#/components/schemas/Error"');
          assert.equal(isError, Number(status) >= 400, `${record.id} ${status}`);
        }
      }
    });

    test("offers Idempotency-Key and its replay exactly where something is made", () => {
      for (const record of table) {
        const described = JSON.stringify(document.paths[record.path]?.[record.method.toLowerCase()]);
        const offers = [described.includes("/parameters/Idempotency-Key"), described.includes("Idempotency-Replayed")];
        assert.deepEqual(offers, [record.creates === true, record.creates === true], record.id);
      }
    });

    test("shows the budget on answers to credentials, the request id on all, and Retry-After with 429", () => {
      for (const record of table) {
        for (const [status, { headers }] of Object.entries(responsesOf(document, record))) {
          const names = Object.keys(headers as Json);
          assert.ok(names.includes("X-Request-Id"), record.id);
          assert.equal(
            names.includes("RateLimit"),
            record.auth !== "none" && (status !== "401" || record.waits === true),
            `${record.id} ${status}`,
          );
          if (status === "429") assert.ok(names.includes("Retry-After"), record.id);
        }
      }
    });

    test("says that a body is needed exactly where leaving it out is refused", () => {
      for (const record of table) {
        if (record.body === null) continue;
        const described = document.paths[record.path]?.[record.method.toLowerCase()]?.["requestBody"] as
          | Json
          | undefined;
        const mayBeEmpty = v.safeParse(record.body, {}).success && record.success.status !== 201;
        assert.equal(described?.["required"], !mayBeEmpty, record.id);
      }
    });

    test("has no construct that generators stumble over", () => {
      for (const node of nodesOf(document.components.schemas)) {
        for (const key of ["items", "additionalProperties", "from", "to"]) assert.notEqual(node[key], true);
        assert.ok(!("propertyNames" in node) && !("nullable" in node) && !("$defs" in node), JSON.stringify(node));
        const options = (node["anyOf"] ?? []) as Json[];
        assert.ok(!options.some((option) => "required" in option && !("type" in option)), JSON.stringify(node));
        if ("const" in node) assert.equal(node["type"], typeof node["const"]);
      }
    });

    test("names every set of values, and mentions every component it carries", () => {
      const text = JSON.stringify(document);
      for (const [component, schema] of Object.entries(document.components.schemas)) {
        assert.equal("enum" in schema, component in enums, component);
        for (const node of nodesOf({ ...schema, enum: undefined })) assert.ok(!Array.isArray(node["enum"]), component);
        assert.ok(text.includes(`"#/components/schemas/${component}"`), component);
      }
    });

    test("has an example for every body and answer, valid against its own schema", () => {
      const faultsOf = schemaValidator(document);
      for (const record of table) {
        // An answer that is a text has media types in place of a shape.
        const answer = record.success.texts === undefined ? record.success.schema : null;
        // So has a body that is a file.
        const body = record.bytes === undefined ? record.body : null;
        const shapes = [body, answer].filter((shape) => shape !== null);
        for (const shape of shapes) {
          const component = componentOf(document, record, shape === record.body);
          const [example, ...more] = (document.components.schemas[component]?.["examples"] ?? []) as unknown[];
          assert.ok(example !== undefined && more.length === 0, component);
          assert.equal(faultsOf(component, example), null, component);
        }
      }
      assert.equal(faultsOf("Error", examples["Error"]), null);
    });

    test("lists each tag in use, with words", () => {
      assert.deepEqual(
        document.tags.map((tag) => String(tag["name"])).sort(),
        [...new Set(table.map(({ tag }) => tag))].sort(),
      );
    });
  });
}

test("ids, constants and nullable fields come as generators want them", () => {
  const todo = documentOf(publicTable).components.schemas["Todo"]?.["properties"] as Record<string, Json>;
  assert.deepEqual(todo["object"], { const: "todo", type: "string" });
  assert.deepEqual(todo["id"], { type: "string", format: "uuid" });
  assert.deepEqual(todo["dueDate"], { type: ["string", "null"], format: "date" });
  assert.deepEqual(todo["status"], { $ref: "#/components/schemas/TodoStatus" });
  assert.deepEqual(todo["priority"], { anyOf: [{ $ref: "#/components/schemas/TodoPriority" }, { type: "null" }] });
});

test("what is open to all needs no credential, what is for people takes no API key, a scope is named", () => {
  const { paths } = documentOf(publicTable);
  assert.deepEqual(paths["/openapi.json"]?.["get"]?.["security"], []);
  assert.deepEqual(paths["/api-keys"]?.["get"]?.["security"], [{ session: [] }, { sessionCookie: [] }]);
  const listing = paths["/todos"]?.["get"];
  assert.deepEqual(listing?.["security"], [
    { apiKey: [] },
    { session: [] },
    { sessionCookie: [] },
    { oauth: ["todos:read"] },
  ]);
  assert.equal(listing?.["x-required-scope"], "todos:read");
});

test("of captures both instants of creation are said to be included", () => {
  const parameters = (documentOf(publicTable).paths["/captures"]?.["get"]?.["parameters"] ?? []) as readonly Json[];
  for (const [name, words] of [
    ["createdAfter", "Created at or after this instant."],
    ["createdBefore", "Created at or before this instant."],
  ])
    assert.equal(parameters.find((parameter) => parameter["name"] === name)?.["description"], words);
});

test("two sets of values never share a name, and no name stands for an object and a set", () => {
  const values = Object.values(enums).map((each) => JSON.stringify(each));
  assert.equal(new Set(values).size, values.length);
  assert.deepEqual(
    Object.keys(enums).filter((name) => name in components),
    [],
  );
});

function responsesOf(document: OpenApiDocument, { path, method }: Operation): Record<string, Json> {
  const responses = document.paths[path]?.[method.toLowerCase()]?.["responses"] as Record<string, Json>;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, resolved(document, response)]),
  );
}

function resolved(document: OpenApiDocument, response: Json): Json {
  const ref = response["$ref"];
  if (typeof ref !== "string") return response;
  return document.components.responses[ref.slice("#/components/responses/".length)] as Json;
}

function componentOf(document: OpenApiDocument, record: Operation, isBody: boolean): string {
  const described = document.paths[record.path]?.[record.method.toLowerCase()];
  const part = isBody ? described?.["requestBody"] : responsesOf(document, record)[String(record.success.status)];
  const { content } = part as { content: Record<string, { schema: { $ref: string } }> };
  return content["application/json"]?.schema.$ref.split("/").at(-1) as string;
}

function* nodesOf(value: unknown): Generator<Json> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const [key, child] of Object.entries(value)) if (key !== "examples") yield* nodesOf(child);
}
