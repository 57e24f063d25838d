/**
 * The server, as a process of its own: `node server.cjs <folder> [<put>]`. It has the bucket `backups` and writes its address. With a
 * number it dies in the middle of the content of the PUT of that number, as if its machine had lost power.
 */
const S3rver = require("@20minutes/s3rver");

const [directory, fatal] = process.argv.slice(2);
const server = new S3rver({
  directory,
  address: "127.0.0.1",
  port: 0,
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: "backups" }],
});
let puts = 0;
void server.run().then(({ port }) => {
  server.httpServer.prependListener("request", (request) => {
    if (request.method !== "PUT") return;
    puts += 1;
    if (puts === Number(fatal)) request.once("data", () => process.kill(process.pid, "SIGKILL"));
  });
  console.log(`http://127.0.0.1:${port}`);
});
