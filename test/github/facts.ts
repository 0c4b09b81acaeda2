import type { JudgedFacts, SuiteFacts } from '../../src/github/index.ts';

export const totals = { total: 3, passed: 1, failures: 1, errors: 0, skipped: 1, flaky: 0, duration: 62.4 };

export function suite(name: string, facts: Partial<SuiteFacts> = {}): SuiteFacts {
  return { name, file: `${name}.xml`, total: 2, failures: 0, errors: 0, skipped: 0, duration: 1, ...facts };
}

export const asked = {
  subject: 'trail',
  org: 'acme',
  flow: 'shop',
  trail: 'c0ffee',
  commit: 'c0ffee0000000000000000000000000000000001',
} as const;

export function facts(changes: Partial<JudgedFacts> = {}): JudgedFacts {
  return {
    kind: 'judged',
    question: asked,
    verdict: {
      name: 'non-compliant',
      reasons: [
        {
          code: 'failing',
          verdict: 'non-compliant',
          message: 'unit is not compliant: 1 test failed in this run',
          fix: 'Fix the failing tests and push',
          attestation: 'unit',
          since: 1_700_000_000,
          url: 'https://evidence.example/unit',
        },
      ],
      notices: ['unit has 2 groups of runs'],
      rows: [
        {
          attestation: 'unit',
          type: 'junit',
          state: 'non-compliant',
          requiredBy: ['template'],
          groups: 2,
          since: 1_700_000_000,
          url: 'https://evidence.example/unit',
        },
        { attestation: 'lint', type: undefined, state: 'missing', requiredBy: ['template'], groups: 0, since: undefined, url: undefined },
      ],
    },
    trailUrl: 'https://evidence.example/acme/shop/c0ffee',
    letThrough: undefined,
    dryRun: false,
    evidence: {
      name: 'unit',
      of: '',
      state: 'is recorded',
      totals,
      suites: [suite('green'), suite('red', { failures: 1 }), suite('idle', { skipped: 2 })],
      failed: [{ suite: 'red', name: 'adds', headline: 'expected 2', message: 'expected 2\n  to be 3' }],
      flaky: [],
      attachment: 'evidence.tgz',
    },
    ...changes,
  };
}
