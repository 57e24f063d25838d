/** Captures in memory. */
import { createKeptRecords } from "../kept.ts";
import { captureColumns, type CaptureRow, toCaptureRow } from "./row.ts";

/** Bytes of a row without its texts. */
const rowSize = 900;

/** `rowOfId` answers undefined when there is none. */
export const { rowOfId, rowsOfNs, show } = createKeptRecords<CaptureRow>({
  rowsIn: (sql) => sql.captures,
  table: "captures",
  alias: "c",
  json: `json_array(${captureColumns})`,
  toRow: toCaptureRow,
  nOf: ({ n }) => n,
  idOf: ({ id }) => id,
  sizeOf: ({ title, subtitle, summary, tags }) =>
    [title, subtitle, summary, ...tags].reduce((size, text) => size + 2 * (text?.length ?? 0), rowSize),
});
