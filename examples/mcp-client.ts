/** An MCP client: it lists the tools that its key opens, and makes a todo with one of them. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const address = new URL("/mcp", process.env["DAYSHIFT_URL"] ?? "http://127.0.0.1:8787");
const headers = { Authorization: `Bearer ${process.env["DAYSHIFT_KEY"] ?? ""}` };

const client = new Client({ name: "example", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));

const { tools } = await client.listTools();
console.log(
  `${tools.length} tools, such as ${tools
    .slice(0, 3)
    .map(({ name }) => name)
    .join(", ")}`,
);

const { structuredContent } = await client.callTool({
  name: "create_todo",
  arguments: { title: "Written by an MCP client", priority: "low" },
});
console.log(structuredContent);
await client.close();
