import { describe, expect, it } from 'vitest';
import type { CommitEvidence } from '../../../src/gate/commit.ts';
import { decideCommit, type Policy, type Reason, type SearchAnswer, type TrailVerdict } from '../../../src/gate/index.ts';
import { nothingMore, question as onTrail, reason, record, sha } from '../build.ts';

type Result = Extract<SearchAnswer, { kind: 'found' }>['result'];
type Found = Result['artifacts'][number];
type Resolved = Result['resolved_to'];

const question = { subject: 'commit', org: 'acme', flow: undefined, commit: sha } as const;
const [other, digits] = ['ab'.repeat(20), 'ab'.repeat(32)];
/** The fingerprint of an artifact that begins with the SHA of the commit. */
const namesake = `${sha}${'0'.repeat(24)}`;
const version = { template_version: 1, own_template: false, current: { status: 'COMPLIANT', template_version: 1 } } as const;

function image(facts: Partial<Found> = {}): Found {
  return {
    fingerprint: digits,
    git_commit: sha,
    flow: 'shop',
    trail: 't1',
    has_provenance: true,
    compliance_state: 'COMPLIANT',
    ...version,
    ...facts,
  };
}

const search = (artifacts: readonly Found[], resolved: Resolved = { type: 'commit', full_match: sha }): SearchAnswer => ({
  kind: 'found',
  result: { artifacts, resolved_to: resolved },
});
const several = (commits: readonly string[], fingerprints: readonly string[]): Resolved => ({
  type: 'multiple',
  full_match: null,
  commits: { matches: [...commits] },
  fingerprints: { matches: [...fingerprints] },
});

const green: TrailVerdict = {
  question: { ...onTrail, trail: 't1' },
  verdict: { name: 'compliant', reasons: [], notices: [], rows: [] },
};
function sayingOf(trail: string, flow: string, verdict: Reason['verdict']): TrailVerdict {
  const said = reason(verdict, 'unit is red', 'Fix it');
  return { question: { ...onTrail, trail, flow }, verdict: { ...green.verdict, name: verdict, reasons: [said] } };
}

interface Given extends Partial<Omit<CommitEvidence, 'question' | 'found'>> {
  readonly search?: SearchAnswer;
  readonly records?: CommitEvidence['found']['records'];
  readonly flow?: string;
  readonly policy?: Partial<Policy>;
}

function decideOn({ flow, policy, records, search: searched, trails = [green] }: Given): ReturnType<typeof decideCommit> {
  const found = { search: searched ?? search([]), records: records ?? ({ kind: 'records', records: [] } as const) };
  return decideCommit({ question: { ...question, flow }, found, trails }, { ...nothingMore, ...policy });
}

const codes = (given: Given): readonly string[] => decideOn(given).reasons.map(({ code }) => code);

const look = 'Look at the commit in the service; if the service is at fault, tell those who run it';
const again = 'Run the job again; if it happens again, look at the service';

describe('a commit without evidence', () => {
  const fix = 'Look at commit, org and flow; let the jobs that attest run before (needs: …), or set wait-timeout';
  const missing = (message: string): Reason => ({ code: 'commit-missing', verdict: 'incomplete', message, fix });

  it.each([{ kind: 'nothing' } as const, search([])])('is incomplete in an organization or a flow where the answer is $kind', (answer) => {
    expect(decideOn({ search: answer, trails: [] })).toEqual({
      name: 'incomplete',
      reasons: [missing(`Organization acme has no evidence of commit ${sha}`)],
      notices: [],
      rows: [],
    });
    expect(decideOn({ search: answer, trails: [], flow: 'shop' }).reasons).toEqual([missing(`Flow shop has no evidence of commit ${sha}`)]);
  });

  it('is missing only where no trail has it, and nothing else is said', () => {
    const failed = { kind: 'failed', fault: { code: 'x', message: 'it is down' } } as const;
    expect(decideOn({})).toEqual(green.verdict);
    expect(decideOn({ search: { kind: 'nothing' } })).toEqual(green.verdict);
    expect(codes({ search: failed, trails: [] })).toEqual(['service-failed']);
    expect(codes({ trails: [sayingOf('t1', 'shop', 'incomplete')] })).toEqual(['missing']);
  });
});

describe('what of a commit cannot be read', () => {
  const failed = (fix?: string) => ({ kind: 'failed', fault: { code: 'x', message: 'it is down', fix } }) as const;
  const unread = (what: string, fix: string): Reason => ({
    code: 'service-failed',
    verdict: 'unknown',
    message: `The ${what} commit c0ffee000000 could not be read: it is down`,
    fix,
  });

  it('is said with the fix of the fault, or with one for any fault', () => {
    expect(decideOn({ search: failed('Start it') })).toEqual({
      ...green.verdict,
      name: 'unknown',
      reasons: [unread('artifacts of', 'Start it')],
    });
    expect(decideOn({ search: failed() }).reasons).toEqual([unread('artifacts of', again)]);
    expect(decideOn({ records: failed('Start it') }).reasons).toEqual([unread('records at', 'Start it')]);
    expect(decideOn({ records: failed() }).reasons).toEqual([unread('records at', again)]);
  });

  it('is said of the artifacts first, and before what the trails say', () => {
    const verdict = decideOn({ search: failed(), records: failed('Start it'), trails: [sayingOf('t1', 'shop', 'non-compliant')] });
    expect(verdict.name).toBe('non-compliant');
    expect(verdict.reasons).toEqual([
      unread('artifacts of', again),
      unread('records at', 'Start it'),
      {
        code: 'failing',
        verdict: 'non-compliant',
        trail: 't1',
        flow: 'shop',
        message: 'Trail t1 of flow shop: unit is red',
        fix: 'Fix it',
      },
    ]);
  });
});

describe('what the search for a commit resolved to', () => {
  const upper = sha.toUpperCase();
  const believed: readonly (readonly [string, Resolved])[] = [
    ['that commit', { type: 'commit', full_match: sha }],
    ['that commit in capitals', { type: 'commit', full_match: upper }],
    ['a fingerprint that begins with its SHA', { type: 'fingerprint', full_match: namesake }],
    ['such a fingerprint in capitals', { type: 'fingerprint', full_match: namesake.toUpperCase() }],
    ['that commit and such a fingerprint', several([sha], [namesake])],
    ['that commit and such fingerprints, in capitals', several([upper, sha], [namesake.toUpperCase(), `${sha}${'1'.repeat(24)}`])],
    ['such fingerprints alone', several([], [namesake])],
    ['several of nothing', several([], [])],
  ];
  it.each(believed)('is believed where it is %s', (_, resolved) => {
    expect(decideOn({ search: search([], resolved) })).toEqual(green.verdict);
  });

  const match = (type?: string | null, full?: string | null): Resolved => ({
    ...(type === undefined ? {} : { type }),
    ...(full === undefined ? {} : { full_match: full }),
  });
  const doubted: readonly (readonly [string, Resolved, string])[] = [
    ['another commit', match('commit', other), `type "commit", full_match "${other}"`],
    ['the beginning of its SHA', match('commit', 'c0ffee'), 'type "commit", full_match "c0ffee"'],
    ['a commit that is not told', match('commit'), 'type "commit", full_match null'],
    ['a commit that is null', match('commit', null), 'type "commit", full_match null'],
    ['another fingerprint', match('fingerprint', digits), `type "fingerprint", full_match "${digits}"`],
    [
      'a fingerprint that ends with its SHA',
      match('fingerprint', `${'0'.repeat(24)}${sha}`),
      `type "fingerprint", full_match "${'0'.repeat(24)}${sha}"`,
    ],
    ['its SHA as a fingerprint', match('fingerprint', sha), `type "fingerprint", full_match "${sha}"`],
    ['a fingerprint that is too long', match('fingerprint', `${namesake}0`), `type "fingerprint", full_match "${namesake}0"`],
    [
      'a fingerprint that is too short',
      match('fingerprint', namesake.slice(0, 63)),
      `type "fingerprint", full_match "${namesake.slice(0, 63)}"`,
    ],
    ['a fingerprint after something else', match('fingerprint', `x${namesake}`), `type "fingerprint", full_match "x${namesake}"`],
    ['a fingerprint that is not told', match('fingerprint'), 'type "fingerprint", full_match null'],
    ['another type', match('sha', sha), `type "sha", full_match "${sha}"`],
    ['no type', match(undefined, sha), `type null, full_match "${sha}"`],
    ['a type that is null', match(null, sha), `type null, full_match "${sha}"`],
    ['another commit as well', several([sha, other], []), 'type "multiple", full_match null'],
    ['another fingerprint as well', several([sha], [namesake, digits]), 'type "multiple", full_match null'],
    [
      'several without commits',
      { type: 'multiple', full_match: sha, fingerprints: { matches: [namesake] } },
      `type "multiple", full_match "${sha}"`,
    ],
    ['several without lists', { type: 'multiple', full_match: sha, commits: {}, fingerprints: {} }, `type "multiple", full_match "${sha}"`],
    ['nothing', null, 'type null, full_match null'],
  ];
  it.each(doubted)('is not believed where it is %s', (_, resolved, said) => {
    const message = `The search for commit ${sha} resolved to something else: ${said}`;
    expect(decideOn({ search: search([], resolved) })).toEqual({
      ...green.verdict,
      name: 'unknown',
      reasons: [{ code: 'contradictory-answer', verdict: 'unknown', message, fix: look }],
    });
  });

  it.each(['commits', 'fingerprints'] as const)('is not believed where it is several, and the %s are missing', (field) => {
    for (const without of [undefined, null, {}, { matches: null }]) {
      expect(codes({ search: search([], { ...several([sha], [namesake]), [field]: without }) })).toEqual(['contradictory-answer']);
    }
  });

  it('is not believed where it is not told, and then its artifacts are not judged', () => {
    const artifacts = [image({ compliance_state: 'NON-COMPLIANT' }), image({ trail: '' })];
    expect(codes({ search: { kind: 'found', result: { artifacts } } })).toEqual(['contradictory-answer']);
  });
});

describe('the records at a commit', () => {
  const one = (id: string, facts: Parameters<typeof record>[2] = {}) => record('unit', true, { attestation_id: id, ...facts });
  const untold = (id: string): Reason => ({
    code: 'trail-untold',
    verdict: 'unknown',
    message: `The record ${id} of unit at commit c0ffee000000 does not say its flow and trail`,
    fix: look,
    attestation: 'unit',
  });
  const cases: readonly (readonly [string, Parameters<typeof record>[2], readonly string[], readonly string[]])[] = [
    ['say both', {}, [], []],
    ['do not say their trail', { trail_name: null }, ['r'], ['r']],
    ['say an empty trail', { trail_name: '' }, ['r'], ['r']],
    ['do not say their flow', { flow_name: null }, ['r'], []],
    ['say an empty flow', { flow_name: '' }, ['r'], ['r']],
    ['say another flow, and no trail', { flow_name: 'till', trail_name: null }, ['r'], []],
  ];
  it.each(cases)('that %s', (_, facts, ofAll, ofShop) => {
    const records = { kind: 'records', records: [one('r', facts)] } as const;
    expect(decideOn({ records }).reasons).toEqual(ofAll.map(untold));
    expect(decideOn({ records, flow: 'shop' }).reasons).toEqual(ofShop.map(untold));
  });

  it('are named by the first that does not say its flow and trail', () => {
    const untrailed = { trail_name: null };
    expect(decideOn({ records: { kind: 'records', records: [one('a'), one('b', untrailed), one('c', untrailed)] } }).reasons).toEqual([
      untold('b'),
    ]);
    expect(decideOn({ records: { kind: 'records', records: [one('c', untrailed), one('b', untrailed)] } }).reasons).toEqual([untold('c')]);
  });
});
