import { runSql, type Home } from '../bench/homes.ts';
import { commonCommit, wideNames, wideTrail } from './loads.ts';

/**
 * Gives a trail nearly as many names as it may have, by SQL: its one attestation is copied under other names. Every attestation
 * gets the same commit, so that a search by it finds them all.
 */
export async function widen(home: Home): Promise<void> {
  const org = `(select id from organizations where name = 'acme')`;
  const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${wideNames})`;
  const from = `from n cross join attestations where attestations.org_id = ${org}
    and trail_id = (select id from trails where org_id = ${org} and name = '${wideTrail}')`;
  const number = `(select attestation_count from organizations where name = 'acme')`;
  await runSql(home, [
    'begin',
    `${numbers} insert into attestations (org_id, id, number, sequence, flow_id, trail_id, name, type, commit_sha, is_compliant, created_at)
      select org_id, id || '-wide-' || cast(n.i as text), ${number} + n.i, sequence, flow_id, trail_id, 'n-' || cast(n.i as text), type,
        commit_sha, is_compliant, created_at ${from} and name = 'unit'`,
    `${numbers} insert into latest (org_id, trail_id, subject, commit_sha, name, attestation_id, first_sequence)
      select org_id, trail_id, '', '', 'n-' || cast(n.i as text), id || '-wide-' || cast(n.i as text), sequence ${from} and name = 'unit'`,
    `update organizations set attestation_count = attestation_count + ${wideNames} where name = 'acme'`,
    `update attestations set commit_sha = '${commonCommit}' where org_id = ${org}`,
    'commit',
  ]);
}
