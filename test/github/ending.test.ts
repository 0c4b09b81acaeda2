import { expect, test } from 'vitest';
import { renderReported } from '../../src/github/index.ts';
import { asked } from './facts.ts';

const reported = { resource: 'attestation', name: 'review', change: 'recorded', question: asked, dryRun: false } as const;

test('what was reported stands in the title, and below it where, because names of trails are long', () => {
  const where = `On trail ${asked.trail} of flow ${asked.flow}`;
  expect(renderReported(reported)).toBe(`## 📥 attestation review is recorded\n\n${where}\n`);
  expect(renderReported({ ...reported, objection: 'too late' })).toContain(`\n\n${where}\n\n> ⚠️ review says no`);
  expect(renderReported({ ...reported, dryRun: true })).toContain('; attestation review would be recorded\n\nOn trail');
});
