import { auditOptions, uses, type AuditSettings } from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import { entryParts } from './entry-parts.ts';
import type { Audited, Planned } from './result.ts';

export const auditCommand = describeCommand({
  name: 'audit',
  summary: 'Ask of every change that landed, and of what was shipped, whether evidence covers it, and report who decided otherwise.',
  examples: [
    'compliance-evidence audit --org acme --since 2026-11-01 --html audit.html',
    'compliance-evidence audit --org acme --previous last-week.json --json-file audit.json --fail-on-severity critical',
    'compliance-evidence audit --collected audit.ndjson --csv audit.csv',
  ],
  options: uses(auditOptions),
  outputs: ['verdict', 'compliant', 'reasons', 'would-fail', 'findings', 'audit-report'],
  async read(read): Promise<AuditSettings> {
    const { readAudit } = await import('../../options/read-audits.ts');
    return readAudit(read);
  },
  async run(settings, context): Promise<Audited | Planned> {
    const { audit } = await import('./lazy.ts');
    return audit(settings, context, entryParts);
  },
});
