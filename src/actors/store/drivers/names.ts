/** The SQLite libraries that can open the files of workspaces; both read and write the same format. */
export const driverNames = ["libsql", "node"] as const;

export type DriverName = (typeof driverNames)[number];

export const defaultDriver: DriverName = "libsql";
