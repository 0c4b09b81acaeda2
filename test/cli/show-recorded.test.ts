import { expect, test } from 'vitest';
import { showResult } from '../../src/cli/show-result.ts';
import { openTerminal } from '../../src/cli/terminal.ts';
import type { Reported } from '../../src/commands/index.ts';

const reported: Reported = {
  kind: 'reported',
  command: 'attest',
  resource: 'attestation',
  name: 'review',
  change: 'recorded',
  question: { subject: 'trail', org: 'acme', flow: 'shop', trail: 'release', commit: undefined },
  data: {},
  dryRun: false,
  sent: { kind: 'nothing' },
};

function shown(result: Reported): readonly string[] {
  const out: string[] = [];
  const style = (_: unknown, text: string): string => text;
  showResult(result, { ...openTerminal(), style, out: (text) => void out.push(text), json: () => undefined });
  return out;
}

test('a record that says no is recorded, and what it says is said without a verdict', () => {
  expect(shown({ ...reported, objection: '`compliant` is false' })).toEqual([
    '! attestation review is recorded on trail release of flow shop',
    '! review says no: `compliant` is false. Nothing is decided here; a gate will not let this trail pass',
  ]);
  expect(shown({ ...reported, objection: '`compliant` is false', dryRun: true })[1]).toBe(
    '! review would say no: `compliant` is false. Nothing is decided here; a gate would not let this trail pass',
  );
});

test('of any other record nothing more is said', () => {
  expect(shown(reported)).toHaveLength(1);
});
