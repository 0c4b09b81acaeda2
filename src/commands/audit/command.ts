import {
  auditOnLineOptions,
  auditOptions,
  uses,
  type AuditSettings,
  type ReperformSettings,
  type SeriesSettings,
} from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import { entryParts } from './entry-parts.ts';
import type { Audited, Planned, Reperformed, SeriesShown } from './result.ts';

export const auditCommand = describeCommand({
  name: 'audit',
  summary: 'Ask of every change that landed, and of what was shipped, whether evidence covers it, and report who decided otherwise.',
  examples: [
    'compliance-evidence audit --org acme --since 2026-11-01 --html audit.html',
    'compliance-evidence audit --org acme --previous last-week.json --json-file audit.json --fail-on-severity critical',
    'compliance-evidence audit --collected audit.ndjson --csv audit.csv',
    'compliance-evidence audit --series audits-of-2026/ --html series.html',
    'compliance-evidence audit --org acme --reperform audit.tgz --witness heads.txt',
  ],
  options: uses(auditOptions),
  outputs: ['verdict', 'compliant', 'reasons', 'would-fail', 'findings', 'audit-report', 'trail', 'attestation-name', 'attestation-id'],
  async read(read): Promise<AuditSettings | ReperformSettings | SeriesSettings> {
    const { readAudit, readReperform, readSeries } = await import('../../options/read-audits.ts');
    if (read.text('reperform') !== undefined) return readReperform(read);
    return read.text('series') === undefined ? readAudit(read) : readSeries(read);
  },
  async run(settings, context): Promise<Audited | Planned | Reperformed | SeriesShown> {
    const { audit, reperform, series } = await import('./lazy.ts');
    if ('kind' in settings) return reperform(settings, context, entryParts);
    return 'series' in settings ? series(settings, context) : audit(settings, context, entryParts);
  },
});

/** The same on the command line, where the service is at hand that says what records say of a past moment. */
export const auditOnLineCommand = describeCommand({
  ...auditCommand,
  examples: [
    ...auditCommand.examples,
    'compliance-evidence audit --org acme --since 2026-06-01 --as-of 2026-07-01T00:00:00Z --html june.html',
  ],
  options: uses(auditOnLineOptions),
  async read(read): Promise<AuditSettings | ReperformSettings | SeriesSettings> {
    const other = (['series', 'reperform'] as const).find((name) => read.text(name) !== undefined);
    if (other === undefined) {
      const { readAudit } = await import('../../options/read-audits.ts');
      return readAudit(read, read);
    }
    if (read.text('as-of') === undefined) return auditCommand.read(read);
    throw read.invalid(
      'as-of',
      `does nothing with ${other}, which is about audits that were made already`,
      `Leave it out, or leave ${other} out`,
    );
  },
});
