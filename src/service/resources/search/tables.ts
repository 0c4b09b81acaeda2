import { column, number, readAll, text } from '../../sql/row.ts';
import { listed, query, sql, verbatim, where, type Sql, type Steps } from '../../sql/sql.ts';
import { isOfFlows, type Flows } from '../flows/tables.ts';

/** Every SHA with this beginning, up to `limit` of each kind, in order: commits of any record, and artifacts reported or found running. */
export function* shasBeginning(orgId: string, prefix: string, limit: number) {
  // The end of the range of SHAs with this beginning: `g` comes after all hexadecimal digits.
  const found = (table: string, name: string): Steps<readonly string[]> => {
    const [from, sha] = [verbatim(table), verbatim(name)];
    return readAll(
      column('sha', text),
      sql`select distinct ${sha} as sha from ${from} where org_id = ${orgId} and ${sha} >= ${prefix} and ${sha} < ${`${prefix}g`}
        order by ${sha} limit ${limit}`,
    );
  };
  const commits = [...(yield* found('artifacts', 'commit_sha')), ...(yield* found('attestations', 'commit_sha'))];
  const fingerprints = [...(yield* found('artifacts', 'fingerprint')), ...(yield* found('residences', 'fingerprint'))];
  const first = (shas: readonly string[]) => [...new Set(shas)].toSorted().slice(0, limit);
  return { commits: first(commits), fingerprints: first(fingerprints) };
}

/** The SHAs of one kind in the order of their last record, the latest first; SHAs without a record come last. */
export function* latestFirst(orgId: string, kind: 'commit' | 'fingerprint', shas: readonly string[]): Steps<readonly string[]> {
  // A single SHA is already in order.
  if (shas.length < 2) return shas;
  const latest = new Map<string, number>();
  for (const [table, column] of columnsOf[kind]) {
    const [from, sha] = [verbatim(table), verbatim(column)];
    const rows = yield* query(
      sql`select ${sha} as sha, max(sequence) as latest from ${from} where org_id = ${orgId} and ${sha} in ${listed(shas)} group by ${sha}`,
    );
    for (const row of rows) latest.set(text(row, 'sha'), Math.max(latest.get(text(row, 'sha')) ?? 0, number(row, 'latest')));
  }
  return shas.toSorted((one, other) => (latest.get(other) ?? 0) - (latest.get(one) ?? 0));
}

/** The tables and columns where records name commits and fingerprints. */
const columnsOf = {
  commit: Object.entries({ artifacts: 'commit_sha', attestations: 'commit_sha' }),
  fingerprint: Object.entries({ artifacts: 'fingerprint' }),
};

/** The numbers of the artifacts of some commits or fingerprints, the latest first. */
export function* artifactsOfShas(
  orgId: string,
  commits: readonly string[],
  fingerprints: readonly string[],
  limit: number,
  flows?: Flows,
): Steps<readonly number[]> {
  const numbers = new Set<number>();
  for (const [column, shas] of [
    ['commit_sha', commits],
    ['fingerprint', fingerprints],
  ] as const) {
    if (shas.length === 0) continue;
    // With several SHAs, the index of all artifacts is not used: few of its rows may match.
    const order = shas.length === 1 ? sql`number` : sql`number + 0`;
    const rows = yield* query(
      sql`select number from artifacts ${where({ org_id: orgId }, sql`${verbatim(column)} in ${listed(shas)}`, isOfFlows(orgId, flows))}
        order by ${order} desc limit ${limit}`,
    );
    for (const row of rows) numbers.add(number(row, 'number'));
  }
  return [...numbers].toSorted((one, other) => other - one).slice(0, limit);
}

/** The numbers in the organization of the trails that a record about one of the commits is on, the latest first. */
export function* trailsOfCommits(orgId: string, commits: readonly string[], limit: number, flows?: Flows): Steps<readonly number[]> {
  if (commits.length === 0) return [];
  const on = (table: string) => sql`select trail_id from ${verbatim(table)} where org_id = ${orgId} and commit_sha in ${listed(commits)}`;
  // The index of all trails is not used: few of its rows may match.
  return yield* readAll(
    column('org_number', number),
    sql`select org_number from trails
      ${where({ org_id: orgId }, sql`id in (${on('attestations')} union all ${on('artifacts')})`, isOfFlows(orgId, flows))}
      order by org_number + 0 desc limit ${limit}`,
  );
}

/** Trails and artifacts that are looked through for a text, the newest first. */
const lookedThrough = { trails: 5000, artifacts: 1000 } as const;

/** Whether a text in lower case holds another one. */
function holds(whole: Sql, part: string): Sql {
  return sql`${whole} like ${`%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}

/**
 * The numbers of the trails of that name in any flow; and of the newest ones that somebody of that name began, or whose own name, message
 * or author holds the text.
 */
export function* trailsHolding(orgId: string, part: string, limit: number, flows: Flows): Steps<readonly number[]> {
  const numbers = column('org_number', number);
  const named = yield* readAll(
    numbers,
    sql`select org_number from trails
      ${where({ org_id: orgId, name: part }, sql`flow_id in (select id from flows where org_id = ${orgId})`, isOfFlows(orgId, flows))} order by org_number + 0 desc limit ${limit}`,
  );
  const held = yield* readAll(
    numbers,
    sql`select looked.org_number from (select trail_id, org_number, author, words from trail_facets
        ${where({ org_id: orgId }, isOfFlows(orgId, flows))} order by created_at desc limit ${lookedThrough.trails}) as looked
      join trails on trails.org_id = ${orgId} and trails.id = looked.trail_id
      where trails.created_by = ${part} or ${holds(sql`looked.words`, part)} or ${holds(sql`lower(looked.author)`, part)}
      order by looked.org_number desc limit ${limit}`,
  );
  return [...named, ...held];
}

/** The numbers of the newest artifacts whose name begins with a text, the latest first. */
export const artifactsHolding = (orgId: string, part: string, limit: number, flows: Flows) =>
  readAll(
    column('number', number),
    sql`select artifacts.number from artifacts join records on records.org_id = artifacts.org_id and records.sequence = artifacts.sequence
      ${where(
        { 'artifacts.org_id': orgId },
        holds(sql`lower(records.body)`, `"filename":"${JSON.stringify(part).slice(1, -1)}`),
        isOfFlows(orgId, flows, 'artifacts.flow_id'),
      )} and artifacts.number > (select artifact_count - ${lookedThrough.artifacts} from organizations where id = ${orgId})
      order by artifacts.number desc limit ${limit}`,
  );
