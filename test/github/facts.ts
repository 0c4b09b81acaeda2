import type { EvidenceFacts, JudgedFacts } from '../../src/github/index.ts';
import type { FailingCase, FlakyCase, SuiteTotals, TestTotals } from '../../src/results/index.ts';

export const totals = { total: 3, passed: 1, failures: 1, errors: 0, skipped: 1, flaky: 0, duration: 62.4 };

/** Tests and suites by the fields that a summary shows. */
type Told = Pick<EvidenceFacts, 'name' | 'of'> & {
  readonly totals: Omit<TestTotals, 'retried'>;
  readonly suites: readonly SuiteTotals[];
  readonly failed: readonly Omit<FailingCase, 'kind' | 'source'>[];
  readonly flaky: readonly Omit<FlakyCase, 'source'>[];
} & Partial<Record<'attachment' | 'commitUrl' | 'witness', string | undefined>>;

export const evidence: Told = {
  name: 'unit',
  of: '',
  totals,
  suites: [suite('green'), suite('red', { failures: 1 }), suite('idle', { skipped: 2 })],
  failed: [{ suite: 'red', name: 'adds', headline: 'expected 2', message: 'expected 2\n  to be 3' }],
  flaky: [],
  attachment: 'evidence.tgz',
};

export function evidenceOf({ attachment, commitUrl, failed, flaky, name, of, suites, totals: all, witness }: Told): EvidenceFacts {
  const source = 'junit.xml';
  return {
    name,
    of,
    results: {
      totals: { ...all, retried: 0 },
      suites,
      failing: failed.map((test) => ({ ...test, kind: 'failure', source })),
      flaky: flaky.map((test) => ({ ...test, source })),
      problems: [],
      warnings: [],
    },
    sending: { kind: 'accepted', id: 'a-1', evaluated: true, head: witness },
    attachment: attachment === undefined ? undefined : { name: attachment },
    git: commitUrl === undefined ? undefined : { commit: { url: commitUrl } },
  };
}

export function suite(name: string, facts: Partial<SuiteTotals> = {}): SuiteTotals {
  return { name, file: `${name}.xml`, total: 2, passed: 2, failures: 0, errors: 0, skipped: 0, flaky: 0, duration: 1, ...facts };
}

export const asked = {
  subject: 'trail',
  org: 'acme',
  flow: 'shop',
  trail: 'c0ffee',
  commit: 'c0ffee0000000000000000000000000000000001',
} as const;

export function facts(changes: Partial<Omit<JudgedFacts, 'evidence'>> & { readonly evidence?: Told | undefined } = {}): JudgedFacts {
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
    ...changes,
    evidence: 'evidence' in changes ? changes.evidence && evidenceOf(changes.evidence) : evidenceOf(evidence),
  };
}
