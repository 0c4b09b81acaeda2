import type { AuditedChange } from '../judge/change.ts';
import { short, when, aboutCommit, changeName } from './words.ts';
import { commitOf, decidingRecords, recordName, type Recorded } from './evidence-records.ts';
import { evidenceRule } from './evidence-rule.ts';
import { foundOr, notApplicable, notTested, passed } from './rule.ts';

export const evidenceBeforePush = evidenceRule({
  name: 'evidence-before-push',
  text: 'Evidence of a commit was recorded after GitHub first saw that commit, by a run that could have it.',
  severity: 'medium',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8', 'SLSA'],
  fix: 'Find out who recorded it, and from which machine. Record evidence in the runs of GitHub alone, and let nobody else hold a token. Where it was such a run, set the clock of the service.',
  needs: ['trails', 'landings', 'pull-requests'],
  judge({ change, flows, world }) {
    const records = decidingRecords(change, flows);
    if (records.length === 0) return notApplicable;
    const times = records.map((recorded) => timeOf(recorded, change));
    const found = records
      .filter((_, index) => times[index] === 'before')
      .map(({ record, trail }) => ({
        ...aboutCommit(change, world),
        detail: `${trail.flow}/${record.name}`,
        message: `${changeName(change)}: ${record.by ?? 'somebody'} recorded ${recordName({ record, trail })}${when(record.at)}, about ${short(change.pull?.head ?? '')}, which GitHub first saw${when(change.pull?.pushedAt ?? null)}.`,
      }));
    if (times.includes('untold')) return foundOr(found, notTested(untold));
    return foundOr(found, times.includes('unkept') || !times.includes('after') ? notTested(unkept, 'never') : passed);
  },
});

const untold =
  'nobody told when GitHub first saw a head: it says so by its checks, which it keeps as long as logs and shows of a private repository with `checks: read` alone, or which commit a record is about';
const unkept = 'GitHub tells of the head of a pull request alone when it first saw it';

/**
 * Whether a record came before GitHub first saw its commit: none after the landing did. `unkept`: GitHub keeps it of no commit of that kind.
 * `other`: the record is about no commit that landed.
 */
function timeOf({ record, trail }: Recorded, { landing, pull, tip }: AuditedChange): 'before' | 'after' | 'untold' | 'unkept' | 'other' {
  const sha = commitOf(record, trail);
  const recorded = Date.parse(record.at);
  if (landing.at !== null && recorded >= Date.parse(landing.at)) return 'after';
  if (sha === null) return 'untold';
  if (sha !== pull?.head) return sha === tip.sha ? 'unkept' : 'other';
  if (recorded >= Date.parse(pull.seenBy ?? '')) return 'after';
  if (pull.pushedAt === null) return 'untold';
  return recorded < Date.parse(pull.pushedAt) ? 'before' : 'after';
}
