/** By the columns after `org_id`: it stands first in each key and each reference. */
interface Keys {
  readonly primary: string;
  readonly unique?: readonly string[];
  /** The column of the other table, by ours: `flows.id`. */
  readonly refers?: Readonly<Record<string, string>>;
}

const type = / (?:text|bigint|boolean|double precision)/;

/**
 * The statement that makes a table of an organization. A column is never empty unless its end says `null`. Data exists that these
 * very texts made, so a change here must not change any of them.
 */
export function table(name: string, columns: string, { primary, refers = {}, unique = [] }: Keys): string {
  const parts = [
    ...columns.split(/,\s+/).map((column) => (column.endsWith(' null') ? column.slice(0, -5) : column.replace(type, '$& not null'))),
    `primary key (org_id, ${primary})`,
    ...unique.map((others) => `unique (org_id, ${others})`),
    ...Object.entries(refers).map(([column, other]) => `foreign key (org_id, ${column}) references ${other.replace('.', ' (org_id, ')})`),
  ];
  return `create table ${name} (\n    ${parts.join(',\n    ')}\n  )`;
}

export function newColumns(table: string, columns: string): readonly string[] {
  return columns.split(', ').map((column) => `alter table ${table} add column ${column}`);
}
