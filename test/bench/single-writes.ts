/** One durable transaction per write, as a process: the plain way, to compare the grouped commits with. */
import { join } from "node:path";
import Database from "libsql";

const database = new Database(join(process.argv[2] as string, "single.db"));
database.exec("PRAGMA journal_mode = WAL");
database.exec("PRAGMA synchronous = FULL");
database.exec("CREATE TABLE todos (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL) STRICT");
const insert = database.prepare("INSERT INTO todos (id, title) VALUES (?, ?)");
let written = 0;

process.on("message", ({ milliseconds }: { milliseconds: number }) => {
  const start = performance.now();
  const before = written;
  while (performance.now() - start < milliseconds) {
    written += 1;
    insert.run([`todo-${written}`, `Send the invoice ${written}`]);
  }
  process.send?.({ perSecond: ((written - before) / (performance.now() - start)) * 1000 });
});
process.on("disconnect", () => process.exit());
process.send?.({ ready: true });
