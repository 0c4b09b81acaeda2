import { auditOptions, uses, type AuditSettings, type SeriesSettings } from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import { entryParts } from './entry-parts.ts';
import type { Audited, Planned, SeriesShown } from './result.ts';

export const auditCommand = describeCommand({
  name: 'audit',
  summary: 'Ask of every change that landed, and of what was shipped, whether evidence covers it, and report who decided otherwise.',
  examples: [
    'compliance-evidence audit --org acme --since 2026-11-01 --html audit.html',
    'compliance-evidence audit --org acme --previous last-week.json --json-file audit.json --fail-on-severity critical',
    'compliance-evidence audit --collected audit.ndjson --csv audit.csv',
    'compliance-evidence audit --series audits-of-2026/ --html series.html',
  ],
  options: uses(auditOptions),
  outputs: ['verdict', 'compliant', 'reasons', 'would-fail', 'findings', 'audit-report', 'trail', 'attestation-name', 'attestation-id'],
  async read(read): Promise<AuditSettings | SeriesSettings> {
    const { readAudit, readSeries } = await import('../../options/read-audit.ts');
    return read.text('series') === undefined ? readAudit(read) : readSeries(read);
  },
  async run(settings, context): Promise<Audited | Planned | SeriesShown> {
    const { audit, series } = await import('./open.ts');
    return 'series' in settings ? series(settings, context) : audit(settings, context, entryParts);
  },
});
