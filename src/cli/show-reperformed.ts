import type { Reperformed } from '../commands/index.ts';
import type { Terminal } from './terminal.ts';

/** Shows how an audit that was performed again differs from its package. */
export function showReperformed({ log }: Reperformed, terminal: Terminal): void {
  for (const { lines, title } of log.groups) {
    terminal.out(terminal.style('bold', title));
    for (const line of lines) terminal.out(`   ${line}`);
    terminal.out('');
  }
  terminal.out(log.end);
}

/** The same for machines. Every key is always present. */
export function reperformedJson(result: Reperformed): Readonly<Record<string, unknown>> {
  const { clone, counts, differences, ending, findings, notCompared, package: packed, period, readAt, repository } = result;
  return {
    verdict: ending,
    repository,
    period,
    package: { manifest: packed.manifest, outcome: packed.outcome, read_at: packed.readAt },
    read_at: readAt,
    clone,
    counts: { altered: counts.altered, later: counts.later, not_compared: counts['not-compared'] },
    differences: differences.map(({ weight, ...difference }) => ({ weight: weight.replace('-', '_'), ...difference })),
    not_compared: notCompared.map(({ counts: isGap, ...gap }) => ({ ...gap, in_package: isGap })),
    findings,
  };
}
