import { describe, expect, it } from 'vitest';
import { commands, outputTable, type Command } from '../../src/commands/index.ts';
import { flagOf } from '../../src/options/index.ts';

/** The required options of each command. Those in brackets are arguments on the command line. */
const required = {
  'attest-and-gate': 'base-url org flow attestation-name junit-paths',
  attest: 'base-url org flow attestation-name',
  gate: 'base-url',
  explain: 'base-url',
  'trail begin': 'base-url org flow',
  'artifact report': 'base-url org flow',
  'approval report': 'base-url org flow approved-by',
  query: 'base-url operation',
  'fork collect': 'attestation-name junit-paths',
  'fork post': 'base-url org flow collected attestation-names github-token',
  // It can report from a file of its own, without any service. Then it does not read the first three options.
  audit: '',
  'audit-access': 'base-url',
  'audit-issues': 'json-file github-token',
  // Which of the others they need hangs on the evidence, and on a list of repositories.
  'audit-plan': 'plan-file',
  'audit-part': 'plan-file',
  'audit-merge': 'plan-file parts',
  junit: '[junit-paths]',
  'flow apply': '[file] base-url org',
  'flow create': '[name] base-url org',
  'flow list': 'base-url',
  'flow get': '[name] base-url',
  'flow rename': '[name] base-url org new-name',
  'flow archive': '[name] base-url org',
  'flow tag': '[name] base-url org',
  'test list': 'base-url flow',
  'trail list': 'base-url',
  'trail get': '[name] base-url flow',
  'trail watch': '[name] base-url flow',
  'attestation find': 'base-url',
  'attestation get': '[id] base-url',
  'attestation download': '[id] base-url',
  'artifact list': 'base-url',
  'artifact get': '[fingerprint] base-url flow',
  'approval list': 'base-url flow',
  'approval get': '[approval-number] base-url flow',
  'approval request': 'base-url org flow',
  search: '[sha] base-url',
  'type apply': '[file] base-url org',
  'type list': 'base-url',
  'type get': '[name] base-url',
  'type archive': '[name] base-url org',
  'policy apply': '[name] [file] base-url org',
  'policy list': 'base-url',
  'policy get': '[name] base-url',
  'policy attach': '[name] base-url org environments',
  'policy detach': '[name] base-url org environments',
  'notification apply': '[file] base-url org',
  'environment apply': '[file] base-url org',
  'environment list': 'base-url',
  'environment get': '[name] base-url',
  'environment snapshot': '[name] base-url org running',
  'snapshot list': '[name] base-url',
  'snapshot get': '[snapshot] base-url',
  'snapshot diff': '[snapshot] base-url',
  'notification list': 'base-url',
  'notification get': '[number] base-url',
  'notification delete': '[number] base-url org',
  'notification rotate': '[number] base-url org',
  'default-org set': '[name] base-url api-token',
  'default-org get': 'base-url api-token',
} as const;

const words = ({ options }: Command): readonly string[] =>
  options.filter((option) => option.required === true).map(({ positional, use }) => (positional === true ? `[${use.name}]` : use.name));

it('every command is in the registry once, and requires what it cannot do without', () => {
  const found = commands.map((command) => [command.name, words(command).toSorted()]);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(required).map(([name, list]) => [name, list.split(' ').filter(Boolean).toSorted()])),
  );
  expect(found).toHaveLength(Object.keys(required).length);
});

describe.each(commands)('the command $name', (command) => {
  it('says in sentences what it does', () => {
    expect(command.summary).toMatch(/^[A-Z].{15,}\.$/);
  });

  it('has examples that give what it requires, and no option that it does not know', () => {
    const known = command.options.filter(({ positional }) => positional !== true).map(({ use }) => flagOf(use));
    // These come from the environment.
    const demanded = command.options
      .filter((option) => option.required === true && option.positional !== true)
      .map(({ use }) => flagOf(use));
    const needed = demanded.filter((name) => name !== 'base-url' && name !== 'api-token');
    const takes = command.options.some(({ positional }) => positional === true);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples) {
      const given = [...example.matchAll(/ --([a-z-]+)/g)].map(([, name = '']) => name);
      expect(example).toMatch(new RegExp(`^compliance-evidence ${command.name}${takes ? ' [^-]' : '(?: --|$)'}`));
      expect(known).toEqual(expect.arrayContaining(given));
      expect(given).toEqual(expect.arrayContaining(needed));
    }
  });
});

describe('the outputs', () => {
  it('are described in sentences', () => {
    for (const [name, description] of Object.entries(outputTable))
      expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z`].{15,}\.$/)]);
  });

  it('are those of the commands that the action has, each as far as it can fill them', () => {
    const ending = ['commit', 'compliant', 'reasons', 'subject', 'trail', 'verdict'];
    const judged = ['trail-url', 'would-fail'];
    const stated = ['predicate-path', 'predicate-type', 'statement-path', 'statement-reason', 'subject-checksums', 'test-predicate-path'];
    const record = Object.keys(outputTable).filter((name) => name.startsWith('tests-') || name.startsWith('attestation-'));
    expect(record).toHaveLength(9);
    const filled = Object.fromEntries(commands.flatMap(({ name, outputs }) => (outputs.length === 0 ? [] : [[name, outputs.toSorted()]])));
    const tests = record.filter((name) => name.startsWith('tests-'));
    expect(filled).toEqual({
      'attest-and-gate': [...ending, ...judged, ...record, ...stated].toSorted(),
      attest: [...ending, ...record, ...stated].toSorted(),
      gate: [...ending, ...judged, ...stated, 'artifact-fingerprint'].toSorted(),
      explain: [...ending, 'trail-url', 'artifact-fingerprint'].toSorted(),
      'trail begin': ending,
      'artifact report': [...ending, 'artifact-fingerprint'].toSorted(),
      'approval report': [...ending, 'artifact-fingerprint'].toSorted(),
      'approval request': [...ending, 'artifact-fingerprint'].toSorted(),
      query: ['compliant', 'reasons', 'result', 'result-file', 'verdict'],
      'fork collect': ['artifact-name', 'collected', 'compliant', 'reasons', 'verdict', ...tests].toSorted(),
      'fork post': [...ending, ...judged, ...stated].toSorted(),
      audit: ['attestation-id', 'attestation-name', 'audit-report', 'compliant', 'findings', 'reasons', 'trail', 'verdict', 'would-fail'],
      'audit-issues': ['compliant', 'reasons', 'verdict'],
      'audit-plan': ['compliant', 'plan-digest', 'previous-plan-digest', 'previous-run', 'reasons', 'shards', 'verdict'],
      'audit-part': ['audit-report', 'compliant', 'findings', 'reasons', 'verdict', 'would-fail'],
      'audit-merge': ['audit-report', 'compliant', 'findings', 'reasons', 'verdict', 'would-fail'],
    });
  });
});
