/**
 * Options of node:http for a server in a test: its connections end when the test says so. By itself a server ends an idle one after five
 * seconds of this machine's time, in which, where the machine is slow, a client takes it up again, and finds it reset.
 */
export const lasting = { keepAliveTimeout: 0 } as const;
