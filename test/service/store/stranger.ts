import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

// Written from docs/record-format.md alone, as somebody else would write it in another language. It must not import anything of
// `src`.

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** The canonical text of a value, except for numbers that a double does not hold. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`;
}

/** The hash of a record, from its version, its place and its body. */
export function link(previous: string, sequence: number, version: number, body: string): string {
  return sha256(`${previous}\n${sequence}\n${version === 1 ? body : sha256(body)}`);
}

/** The head of each organization's log in a database, if every record of it is right. Throws otherwise. */
export function headsIn(file: string): ReadonlyMap<string, string> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const heads = new Map<string, string>();
    for (const org of database.prepare('select id, name, head from organizations').all()) {
      const [orgId, name] = [String(org.id), String(org.name)];
      const head = headOf(database, orgId, name);
      if (head !== org.head) throw new Error(`The log of ${name} ends with ${head}.`);
      heads.set(name, head);
    }
    return heads;
  } finally {
    database.close();
  }
}

function headOf(database: DatabaseSync, orgId: string, name: string): string {
  let [previous, sequence, time, version] = ['0'.repeat(64), 0, 0, 1];
  for (const row of database.prepare('select sequence, body from records where org_id = ? order by sequence').iterate(orgId)) {
    sequence += 1;
    const record = JSON.parse(String(row.body));
    const holds =
      row.sequence === sequence &&
      canonical(record) === row.body &&
      [1, 2].includes(record.version) &&
      record.version >= version &&
      record.created_at > time &&
      record.org === name &&
      record.org_id === orgId;
    if (!holds) throw new Error(`Record ${sequence} of ${name} does not hold.`);
    previous = link(previous, sequence, record.version, String(row.body));
    [time, version] = [record.created_at, record.version];
  }
  return previous;
}
