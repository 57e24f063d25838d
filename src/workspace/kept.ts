/** Records in memory: the row, and what everybody who may see it is shown of it, with its JSON, made once. */
import { toJson, withJson } from "./json-text.ts";
import type { KeptRow, KeptRows, Sql, SqlRow } from "./sql.ts";

/** Records of which rows are kept. */
export interface KeptKind<Row> {
  readonly rowsIn: (sql: Sql) => KeptRows;
  readonly table: string;
  /** Of the table in `json`. */
  readonly alias: string;
  /** The row as one JSON array: a page of them crosses the driver as one text. */
  readonly json: string;
  readonly toRow: (parsed: SqlRow) => Row;
  readonly nOf: (row: Row) => number;
  readonly idOf: (row: Row) => string;
  /** Bytes, about; null for one that is not to be kept. */
  readonly sizeOf: (row: Row) => number | null;
}

/** A form in which a record is shown. */
export interface Form<Row, Shown extends object> {
  /** Its number among those of the kind: 0 or 1. */
  readonly at: 0 | 1;
  /** Follows from what a statement on the record says that it touches, and from nothing else. */
  readonly make: (sql: Sql, row: Row) => Shown;
  /** Bytes of what is shown beyond the row and its JSON, about. */
  readonly sizeOf: (shown: Shown) => number;
  /** Bytes of its JSON in memory; longer ones are not kept. */
  readonly most: number;
}

interface Kept<Row> extends KeptRow {
  readonly row: Row;
  /** By the numbers of the forms. */
  readonly shown: readonly (object | undefined)[];
  /** A bit for each form that was asked for. */
  asked: number;
}

/** What is kept of the records of one kind. */
export interface KeptRecords<Row> {
  /** The row of the record with that id; undefined when there is none. */
  readonly rowOfId: (sql: Sql, id: string) => Row | undefined;
  /** The row of the record with that n, when it is in memory. */
  readonly knownRow: (sql: Sql, n: number) => Row | undefined;
  /** The rows of these n, in their order. */
  readonly rowsOfNs: (sql: Sql, ns: readonly number[]) => Row[];
  /** Keeps the row, which is as a read would find it now, and answers it. */
  readonly keep: (sql: Sql, row: Row) => Row;
  /** The record in that form; kept from the second time on that it is asked for: most of what is shown once is not shown again. */
  readonly show: <Shown extends object>(sql: Sql, row: Row, form: Form<Row, Shown>) => Shown;
}

const nothing: readonly undefined[] = [];

export function createKeptRecords<Row>(kind: KeptKind<Row>): KeptRecords<Row> {
  const { rowsIn, json, table, alias, nOf, idOf } = kind;
  const ofId = `SELECT ${json} FROM ${table} ${alias} WHERE ${alias}.id = ?`;
  const ofNs = `SELECT json_group_array(${json}) FROM json_each(?) p CROSS JOIN ${table} ${alias} ON ${alias}.n = p.value`;

  function keep(sql: Sql, row: Row): Row {
    const size = kind.sizeOf(row);
    if (size !== null) {
      const kept: Kept<Row> = { n: nOf(row), id: idOf(row), size, row, shown: nothing, asked: 0 };
      rowsIn(sql).add(kept);
    }
    return row;
  }

  function read(sql: Sql, ns: readonly number[]): Map<number, Row> {
    const rows = JSON.parse(sql.get(ofNs, JSON.stringify(ns))?.[0] as string) as SqlRow[];
    return new Map(rows.map(kind.toRow).map((row) => [nOf(row), keep(sql, row)]));
  }

  return {
    rowOfId(sql, id) {
      const kept = rowsIn(sql).byId(id) as Kept<Row> | undefined;
      if (kept !== undefined) return kept.row;
      const row = sql.get(ofId, id);
      return row === undefined ? undefined : keep(sql, kind.toRow(JSON.parse(row[0] as string) as SqlRow));
    },
    knownRow: (sql, n) => (rowsIn(sql).byN(n) as Kept<Row> | undefined)?.row,
    rowsOfNs(sql, ns) {
      const rows = rowsIn(sql);
      const kept = ns.map((n) => rows.byN(n) as Kept<Row> | undefined);
      const missing = ns.filter((_, at) => kept[at] === undefined);
      const found = missing.length === 0 ? null : read(sql, missing);
      return ns.map((n, at) => kept[at]?.row ?? (found?.get(n) as Row));
    },
    keep,
    show<Shown extends object>(sql: Sql, row: Row, form: Form<Row, Shown>): Shown {
      const kept = rowsIn(sql).byN(nOf(row)) as Kept<Row> | undefined;
      if (kept?.row !== row) return form.make(sql, row);
      const known = kept.shown[form.at];
      if (known !== undefined) return known as Shown;
      if ((kept.asked & (1 << form.at)) === 0) {
        kept.asked |= 1 << form.at;
        return form.make(sql, row);
      }
      const made = withJson(form.make(sql, row));
      const bytes = jsonSize(made);
      if (bytes <= form.most) {
        const shown = [0, 1].map((at) => (at === form.at ? made : kept.shown[at]));
        const more: Kept<Row> = { ...kept, size: kept.size + form.sizeOf(made) + bytes, shown };
        rowsIn(sql).add(more);
      }
      return made;
    },
  };
}

/** Bytes of the JSON in memory: one for each character of ASCII, else two. */
function jsonSize(made: object): number {
  const { text, bytes } = toJson(made);
  return text.length === bytes ? text.length : 2 * text.length;
}
