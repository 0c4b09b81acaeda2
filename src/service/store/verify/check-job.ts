import type { Appended } from '../log/chain.ts';
import { Contradiction } from '../kinds/apply.ts';
import type { Steps } from '../sql/statement.ts';
import { ruleOfJob } from '../tables/oidc-rules.ts';

/**
 * A job wrote by a rule of the organization for its repository. One that was removed meanwhile may have let it in before. Throws a
 * Contradiction where that is not so. The tables must be those of the records before it.
 */
export function* checkJob({ record, sequence }: Appended): Steps<void> {
  const { claims, id, kind } = record.credential;
  if (kind !== 'oidc') {
    if (record.kind === 'job_let_in') throw new Contradiction(`Record ${sequence}: no rule let its job in.`);
    return;
  }
  const rule = yield* ruleOfJob(record.org_id, id);
  if (rule === undefined)
    throw new Contradiction(`Record ${sequence}: the rule ${id} that its job was let in by is in no record before it.`);
  if (claims?.['repository_id'] !== rule.repositoryId || claims['issuer'] !== rule.issuer)
    throw new Contradiction(`Record ${sequence}: its job is of another repository than the rule that it was let in by.`);
  if (record.kind === 'job_let_in' && rule.removedAt > 0)
    throw new Contradiction(`Record ${sequence}: the rule ${id} that its job was let in by was removed in a record before it.`);
}
