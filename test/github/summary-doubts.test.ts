import { expect, test } from 'vitest';
import { renderCollected, renderSummary } from '../../src/github/index.ts';
import { doubtsIn } from '../../src/results/index.ts';
import { asked, facts } from './facts.ts';

test('says on top why files may be those of another run, with the fix, as text, and in the first line that results were committed', () => {
  const { evidence } = facts();
  if (evidence === undefined) throw new Error('the facts have no evidence');
  const said = doubtsIn({
    problems: [{ code: 'committed-file', message: 'git tracks it' }],
    warnings: [
      { code: 'old-file', rule: 43, message: 'a<b>.xml is older than the checkout', fix: 'Set newer-than.' },
      { code: 'bad-time', rule: 19, message: 'a time cannot be read' },
    ],
  });
  for (const text of [
    renderSummary(facts({ evidence: { ...evidence, ...said } })),
    renderSummary({ kind: 'recorded', dryRun: false, evidence: { ...evidence, ...said }, question: asked }),
    renderCollected({ ...evidence, ...said }, []),
  ]) {
    expect(text.split('\n### ')[0]).toContain('\n> ⚠️ a&#60;b&#62;.xml is older than the checkout. Set newer-than.\n');
    expect(text.split('\n')[0]).toMatch(/: results were committed$/);
    expect(text).not.toContain('a time cannot be read');
  }
});
