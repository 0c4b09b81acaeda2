import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { endings, type Ending } from '../../src/errors/index.ts';
import {
  answerOf,
  draftSummary,
  levels,
  policyText,
  readStatement,
  summaryType,
  writeStatement,
  type GateAnswer,
} from '../../src/statement/index.ts';
import { judge, ofUnit } from '../gate/judge.ts';
import { root } from '../support/sources.ts';
import { answer, subjects, withoutVersion, written } from './build.ts';

function predicateOf(
  facts: Partial<GateAnswer>,
): Extract<ReturnType<typeof draftSummary>, { predicateType: typeof summaryType }>['predicate'] {
  const draft = draftSummary({ ...answer, ...facts });
  if (!('predicateType' in draft) || draft.predicateType !== summaryType) throw new Error('no summary');
  return draft.predicate;
}

/** Every end that a command has, with what a statement says of it: nothing, where no answer was got. */
const table: Readonly<Record<Ending, readonly string[] | null>> = {
  compliant: ['PASSED', 'COMPLIANCE_EVIDENCE_COMPLIANT'],
  'non-compliant': ['FAILED', 'FAILED'],
  incomplete: ['FAILED', 'FAILED'],
  unusable: ['FAILED', 'FAILED'],
  unknown: null,
  'not-applicable': null,
  usage: null,
  interrupted: null,
  pending: null,
  recorded: null,
  'would-record': null,
  answered: null,
  collected: null,
  audited: null,
  planned: null,
};
/** The compiler says that the table has each end. */
const ends: readonly Ending[] = (Object.keys as <Name extends string>(of: Readonly<Record<Name, unknown>>) => readonly Name[])(endings);
const all = ends.map((name) => [name, table[name]] as const);

describe('the end of a gate', () => {
  it.each(all.flatMap(([ending, said]) => (said === null ? [] : [[ending, said] as const])))('%s is a statement: %j', (ending, said) => {
    const { verificationResult, verifiedLevels } = predicateOf({ ending });
    expect([verificationResult, ...verifiedLevels]).toEqual(said);
  });

  it.each(all.flatMap(([ending, said]) => (said === null ? [ending] : [])))('%s is none, and the reason is told', (ending) => {
    expect(writeStatement(draftSummary({ ...answer, ending }), subjects)).toEqual({
      kind: 'none',
      code: ending,
      why: `it says yes or no, and this is “${endings[ending].word}”: ${endings[ending].means}`,
    });
  });

  it('is another word where it stands by an override, as the gate judges it', () => {
    const override = { attestation_id: 'the-override', overridden_attestation_id: 'id-of-unit' };
    const verdict = judge({ row: override, records: [ofUnit({}, false)] });
    expect(verdict.name).toBe('compliant');
    const { verificationResult, verifiedLevels } = predicateOf({ ending: verdict.name, rows: verdict.rows });
    expect([verificationResult, verifiedLevels]).toEqual(['PASSED', ['COMPLIANCE_EVIDENCE_OVERRIDDEN']]);
  });

  it('is a no all the same where a row of it is overridden', () => {
    expect(predicateOf({ ending: 'non-compliant', rows: [{ state: 'overridden' }] }).verifiedLevels).toEqual(['FAILED']);
  });
});

test.each(['compliant', 'overridden', 'non-compliant', 'incomplete', 'unusable'] as const)(
  '%s gives this statement, byte for byte',
  async (name) => {
    const facts: GateAnswer = name === 'overridden' ? { ...answer, rows: [{ state: 'overridden' }] } : { ...answer, ending: name };
    const { checksums, predicate, statement } = written(draftSummary(facts));
    await expect(withoutVersion(statement)).toMatchFileSnapshot(join(root, `test/fixtures/statements/verdict-${name}.json`));
    expect(statement).toContain(`"predicate":${predicate}`);
    await expect(checksums).toMatchFileSnapshot(join(root, 'test/fixtures/statements/subjects.sha256'));
    expect(written(draftSummary({ ...facts, records: facts.records.toReversed() })).statement).toBe(statement);
  },
);

test('a verdict is a yes with its word and no other one of ours, of all that could be said', () => {
  const { statement } = readStatement(Buffer.from(written(draftSummary(answer)).statement));
  const words = [...Object.values(levels), 'SLSA_SOURCE_LEVEL_1'];
  const sets = Array.from({ length: 2 ** words.length }, (_, bits) => words.filter((__, index) => ((bits >> index) & 1) === 1));
  const isYes = (said: object): boolean => {
    const text = JSON.stringify({ ...statement, predicate: { ...statement.predicate, ...said } });
    try {
      return answerOf(readStatement(Buffer.from(text)).statement) === levels.compliant;
    } catch {
      return false;
    }
  };
  const all = ['PASSED', 'FAILED'].flatMap((verificationResult) => sets.map((verifiedLevels) => ({ verificationResult, verifiedLevels })));
  expect(all.filter(isYes)).toEqual([
    { verificationResult: 'PASSED', verifiedLevels: [levels.compliant] },
    { verificationResult: 'PASSED', verifiedLevels: [levels.compliant, 'SLSA_SOURCE_LEVEL_1'] },
  ]);
});

test('a no is no yes, whatever words stand next to it', () => {
  const { statement } = readStatement(Buffer.from(written(draftSummary({ ...answer, ending: 'incomplete' })).statement));
  if (statement.predicateType !== summaryType) throw new Error('no summary');
  const said = { ...statement.predicate, verifiedLevels: Object.values(levels) };
  expect(answerOf({ ...statement, predicate: said })).toBe('FAILED');
});

describe('the records', () => {
  it('are all named, or none: a reader takes the list for whole', () => {
    const [known] = answer.records;
    const uri = 'https://evidence.example.com/acme/attestations/3';
    expect(predicateOf({}).inputAttestations).toHaveLength(2);
    expect(predicateOf({ records: [...answer.records, { uri, sha256: undefined }] })).not.toHaveProperty('inputAttestations');
    expect(predicateOf({ records: [] })).not.toHaveProperty('inputAttestations');
    expect(predicateOf({ records: known === undefined ? [] : [known] }).inputAttestations).toHaveLength(1);
  });
});

test('the text of a policy is the same for the same demands, and another for others', () => {
  const template = { version: 1, trail: { attestations: [{ name: 'unit', type: 'junit' }] } };
  const text = policyText(template, ['unit', 'scan'], { minTests: 1 });
  expect(text).toBe(
    '{"options":{"minTests":1},"requiredAttestations":["scan","unit"],"template":{"trail":{"attestations":[{"name":"unit","type":"junit"}]},"version":1}}',
  );
  expect(policyText({ trail: template.trail, version: 1 }, ['scan', 'unit'], { minTests: 1 })).toBe(text);
  expect(policyText(template, ['unit'], { minTests: 1 })).not.toBe(text);
  expect(policyText(template, ['unit', 'scan'], { minTests: 2 })).not.toBe(text);
  expect(policyText(null, ['unit', 'scan'], { minTests: 1 })).not.toBe(text);
});
