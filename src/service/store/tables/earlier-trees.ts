import { matches } from '../../../contract/index.ts';
import type { kindKey, runKey, treeKey } from '../../../gate/index.ts';
import { stringAt } from '../../../text/index.ts';
import { artifactReported } from '../kinds/artifacts.ts';
import { json } from '../sql/row.ts';
import { queryOne, sql, type Steps } from '../sql/sql.ts';

const ours = 'compliance_evidence' satisfies typeof runKey;
const [treeAt, kindAt] = ['tree', 'kind'] as const satisfies readonly [typeof treeKey, typeof kindKey];

/** The most trees of one form that are kept: two already show that there are several directories. */
const mostOfForm = 2;

/**
 * The directory trees that the reports of an artifact on a trail named so far. Each report replaces the one before it; with this
 * list a gate knows that the reports were about different directories.
 */
export function* earlierTrees(orgId: string, artifactId: string): Steps<readonly string[]> {
  const row = yield* queryOne(
    sql`select records.body from artifacts join records on records.org_id = artifacts.org_id and records.sequence = artifacts.sequence
      where artifacts.org_id = ${orgId} and artifacts.id = ${artifactId}`,
  );
  if (row === undefined) return [];
  const { data, earlier_trees: earlier = [] } = json(row, 'body', artifactReported.check);
  const latest = stringAt(data, 'user_data', ours, treeAt) ?? stringAt(data, 'user_data', ours, kindAt);
  if (latest === undefined || !matches('tree', latest) || earlier.includes(latest)) return earlier;
  return earlier.filter((tree) => formOf(tree) === formOf(latest)).length < mostOfForm ? [...earlier, latest] : earlier;
}

function formOf(tree: string): string | undefined {
  return tree.split(':', 1)[0];
}
