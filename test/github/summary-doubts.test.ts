import { expect, test } from 'vitest';
import { renderCollected, renderSummary } from '../../src/github/index.ts';
import { asked, evidence, evidenceOf, facts } from './facts.ts';

test('says on top why files may be those of another run, with the fix, as text, and in the first line that results were committed', () => {
  const usual = evidenceOf(evidence);
  const results = {
    ...usual.results,
    problems: [{ code: 'committed-file', message: 'git tracks it' } as const],
    warnings: [
      { code: 'old-file', rule: 43, message: 'a<b>.xml is older than the checkout', fix: 'Set newer-than.' },
      { code: 'bad-time', rule: 19, message: 'a time cannot be read' },
    ],
  };
  const said = { ...usual, results };
  for (const text of [
    renderSummary({ ...facts(), evidence: said }),
    renderSummary({ kind: 'recorded', dryRun: false, evidence: said, question: asked }),
    renderCollected(said, []),
  ]) {
    expect(text.split('\n### ')[0]).toContain('\n> ⚠️ a&#60;b&#62;.xml is older than the checkout. Set newer-than.\n');
    expect(text.split('\n')[0]).toMatch(/: results were committed$/);
    expect(text).not.toContain('a time cannot be read');
  }
});
