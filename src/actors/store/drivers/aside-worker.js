/** A thread with connections of node:sqlite: what takes long runs here and does not stop the event loop of the service. */
const { parentPort } = process.getBuiltinModule("node:worker_threads");
const { DatabaseSync } = process.getBuiltinModule("node:sqlite");

/** By the number that the asking side gave them. */
const connections = new Map();

const acts = {
  open(path, number) {
    const options = { enableForeignKeyConstraints: false, defensive: false };
    connections.set(number, new DatabaseSync(path, options));
  },
  exec(text, number) {
    connections.get(number).exec(text);
  },
  all(text, number) {
    const statement = connections.get(number).prepare(text);
    statement.setReturnArrays(true);
    return statement.all();
  },
  close(_, number) {
    connections.get(number)?.close();
    connections.delete(number);
  },
};

/** What the act returned, or how it failed: of an error the number of SQLite's result code would not get across. */
function outcomeOf({ act, number, text }) {
  try {
    return { rows: acts[act](text, number) };
  } catch (error) {
    return { failure: { message: error.message, errcode: error.errcode } };
  }
}

parentPort.on("message", (request) => {
  const outcome = outcomeOf(request);
  const inTransaction = connections.get(request.number)?.isTransaction === true;
  parentPort.postMessage({ id: request.id, inTransaction, ...outcome }, []); // nothing is transferred, all is copied
});
