import { canonical } from './canonical.ts';
import { genesis, linkHash } from './chain.ts';
import { json, number, text } from '../sql/row.ts';
import { query, queryOne, type Row, type Steps } from '../sql/statement.ts';
import type { ChainReport } from '../store.ts';

const page = 500;

/** Reads an organization's log from its first record and checks every link, number, time and column of it. */
export function* verifyChain(orgName: string): Steps<ChainReport> {
  const org = yield* queryOne('select id, sequence, head from organizations where name = $1', orgName);
  if (org === undefined) return { records: 0, problems: [`There is no organization ${orgName}.`] };
  const problems: string[] = [];
  let [sequence, head, time] = [0, genesis, 0];
  for (;;) {
    const rows = yield* query(
      'select sequence, id, created_at, previous_hash, hash, body from records where org_id = $1 and sequence > $2 order by sequence limit $3',
      text(org, 'id'),
      sequence,
      page,
    );
    for (const row of rows) {
      problems.push(...problemsOf(row, sequence + 1, head, time));
      [sequence, head, time] = [number(row, 'sequence'), text(row, 'hash'), number(row, 'created_at')];
    }
    if (rows.length < page) break;
  }
  if (sequence !== number(org, 'sequence'))
    problems.push(`The log ends at ${sequence}, and ${number(org, 'sequence')} numbers were given out.`);
  if (head !== text(org, 'head')) problems.push('The last hash of the log is not the one that was kept.');
  return { records: sequence, problems };
}

function problemsOf(row: Row, sequence: number, head: string, time: number): readonly string[] {
  const found = number(row, 'sequence');
  const body = text(row, 'body');
  const value: Readonly<Record<string, unknown>> = json(row, 'body');
  const say = (holds: boolean, problem: string) => (holds ? [] : [`Record ${found}: ${problem}`]);
  return [
    ...say(found === sequence, `${sequence} was expected here.`),
    ...say(text(row, 'previous_hash') === head, 'it does not follow the record before it.'),
    ...say(text(row, 'hash') === linkHash(head, found, body), 'its hash is not that of its content.'),
    ...say(canonical(value) === body, 'its content is not in canonical form.'),
    ...say(value.id === row.id && value.created_at === row.created_at, 'its columns say other than its content.'),
    ...say(number(row, 'created_at') > time, 'it is not later than the record before it.'),
  ];
}
