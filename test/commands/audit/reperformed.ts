import { viewReperformed } from '../../../src/commands/audit/reperform-words.ts';
import type { Viewed } from '../../../src/commands/index.ts';
import type { ReperformedFacts } from '../../../src/commands/audit/reperform-words.ts';

/** An audit that was performed again. Nothing differs, unless it is given. */
export function reperformed(more: Partial<ReperformedFacts> = {}): Viewed {
  return viewReperformed({
    ending: 'audited',
    repository: 'acme/shop',
    period: { since: '2026-11-01T00:00:00Z', until: '2026-11-08T00:00:00Z' },
    package: { manifest: 'a'.repeat(64), outcome: 'witnessed', readAt: '2026-11-08T00:00:00Z' },
    readAt: '2026-11-20T00:00:00Z',
    clone: { commits: 3, lacking: 0 },
    differences: [],
    counts: { altered: 0, later: 0, 'not-compared': 0 },
    findings: [],
    notCompared: [],
    ...more,
  });
}
