import { expect, test } from 'vitest';
import { renderCollected, renderSummary } from '../../src/github/index.ts';
import { doubtsIn } from '../../src/results/index.ts';
import { asked, facts } from './facts.ts';

test('says on top why files may be those of another run, with the fix, as text', () => {
  const { evidence } = facts();
  if (evidence === undefined) throw new Error('the facts have no evidence');
  const doubts = doubtsIn([
    { code: 'old-file', rule: 43, message: 'a<b>.xml is older than the checkout', fix: 'Set newer-than.' },
    { code: 'bad-time', rule: 19, message: 'a time cannot be read' },
  ]);
  for (const text of [
    renderSummary(facts({ evidence: { ...evidence, doubts } })),
    renderSummary({ kind: 'recorded', dryRun: false, evidence: { ...evidence, doubts }, question: asked }),
    renderCollected({ ...evidence, doubts }, []),
  ]) {
    expect(text.split('\n### ')[0]).toContain('\n> ⚠️ a&#60;b&#62;.xml is older than the checkout. Set newer-than.\n');
    expect(text).not.toContain('a time cannot be read');
  }
});
