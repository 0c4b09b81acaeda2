import { describe, expect, it } from 'vitest';
import { artifactNotices, artifactReasons, unsaidBy, type ArtifactOnTrail } from '../../../src/gate/commit.ts';
import type { Policy, Reason, TrailVerdict } from '../../../src/gate/index.ts';
import { nothingMore, reason, sha } from '../build.ts';

const fingerprint = 'ab'.repeat(32);
const about = { artifact: fingerprint, trail: 't1', flow: 'shop' };
const what = 'Artifact abababababab on trail t1 of flow shop';
const page = 'https://evidence.example/acme/flows/shop/artifacts/abab';

/** The state by the current template, version 2. */
const now = (status: string): object => ({ template_version: 1, current: { status, template_version: 2 } });

function artifact(decided: string, answer: Partial<ArtifactOnTrail['answer']> = {}, url?: ArtifactOnTrail['url']): ArtifactOnTrail {
  return { fingerprint, flow: 'shop', trail: 't1', answer: { decided, own_template: false, ...answer }, url };
}

const reasonsOf = (one: ArtifactOnTrail, policy: Partial<Policy> = {}): readonly Reason[] =>
  artifactReasons(one, { ...nothingMore, ...policy });

const red: Reason = {
  ...about,
  code: 'artifact-non-compliant',
  verdict: 'non-compliant',
  message: `${what} is not compliant`,
  fix: 'Look at its evidence in the service, fix what failed, and record it again',
};
const open: Reason = {
  ...about,
  code: 'artifact-incomplete',
  verdict: 'incomplete',
  message: `${what} is incomplete: evidence that its template requires is missing`,
  fix: 'Look at its trail in the service, and record what is missing before the gate',
};
const odd = (state: string): Reason => ({
  ...about,
  code: 'unknown-state',
  verdict: 'unknown',
  message: `${what} is in a state that we do not know: ${state}`,
  fix: 'Look at the artifact in the service; a newer version of this action may know that state',
});
const changed = (verdict: 'incomplete' | 'non-compliant', was: string): Reason => ({
  ...about,
  code: 'template-changed',
  verdict,
  message: `${what} was decided as ${was} by version 1 of the template; by version 2 of the template, which flow shop has now, it is ${verdict}`,
  fix: 'Record what the template asks for now, and run the gate again; for a rollback to what was compliant then: template: decided',
});

describe('the state of an artifact', () => {
  it.each<readonly [string, readonly Reason[]]>([
    ['COMPLIANT', []],
    ['NON-COMPLIANT', [red]],
    ['NON_COMPLIANT', [red]],
    ['INCOMPLIANT', [red]],
    ['INCOMPLETE', [open]],
    ['MISSING', [odd('"MISSING"')]],
    ['compliant', [odd('"compliant"')]],
    ['say "yes"', [odd(String.raw`"say \"yes\""`)]],
    ['', [odd('null')]],
  ])('%j stands as it was decided where nothing is told of now', (decided, reasons) => {
    for (const current of [undefined, null])
      expect(reasonsOf(artifact(decided, current === null ? { current } : {}))).toStrictEqual(reasons);
  });

  it.each([
    ['NON-COMPLIANT', red],
    ['INCOMPLETE', open],
    ['ODD', odd('"ODD"')],
  ])('%s names the page of the artifact where there is one', (decided, reason) => {
    expect(reasonsOf(artifact(decided, {}, page))).toStrictEqual([{ ...reason, url: page }]);
    expect(reasonsOf(artifact(decided, {}, null))).toStrictEqual([reason]);
  });
});

describe('the state by the template of now', () => {
  it.each<readonly [string, string, readonly Reason[], readonly Reason[]]>([
    ['COMPLIANT', 'COMPLIANT', [], []],
    ['COMPLIANT', 'INCOMPLETE', [open, changed('incomplete', 'compliant')], []],
    ['COMPLIANT', 'NON-COMPLIANT', [red, changed('non-compliant', 'compliant')], []],
    ['INCOMPLETE', 'COMPLIANT', [], [open]],
    ['NON-COMPLIANT', 'INCOMPLETE', [open, changed('incomplete', 'non-compliant')], [red]],
    ['COMPLIANT', 'ODD', [odd('"ODD"')], []],
    ['COMPLIANT', '', [odd('null')], []],
  ])('decided as %s, now %j', (decided, status, reasons, reasonsThen) => {
    expect(reasonsOf(artifact(decided, now(status)))).toStrictEqual(reasons);
    expect(reasonsOf(artifact(decided, now(status)), { template: 'decided' })).toStrictEqual(reasonsThen);
  });

  it.each(['COMPLIANT', 'INCOMPLETE', 'NON-COMPLIANT', 'ODDER'])(
    'gives no word to one that was decided as something that we do not know: now %s',
    (status) => {
      expect(reasonsOf(artifact('ODD', now(status)))).toStrictEqual([odd('"ODD"')]);
      expect(reasonsOf(artifact('', now(status)))).toStrictEqual([odd('null')]);
    },
  );

  it('is asked of one whose trail has its own template, unless that may decide alone', () => {
    const own = artifact('COMPLIANT', { own_template: true }, page);
    expect(reasonsOf(own)).toStrictEqual([
      {
        ...about,
        url: page,
        code: 'own-template',
        verdict: 'unknown',
        message: `${what} has a template of its own, and the service does not tell what it is by the template of flow shop too`,
        fix: 'Update the service; or, where its own template may decide alone: allow-own-template: true',
      },
    ]);
    expect(reasonsOf(own, { allowOwnTemplate: true })).toEqual([]);
    expect(reasonsOf(artifact('INCOMPLETE', { own_template: true })).map(({ code }) => code)).toEqual([
      'artifact-incomplete',
      'own-template',
    ]);
  });
});

describe('the notices on an artifact', () => {
  const noticesOf = (answer: Partial<ArtifactOnTrail['answer']>, policy: Partial<Policy> = {}): readonly string[] =>
    artifactNotices(artifact('COMPLIANT', answer), { ...nothingMore, ...policy });
  const decided =
    'template: decided: Artifact abababababab on trail t1 of flow shop is judged as it was decided, compliant by the template of then';
  const untold =
    'The service does not tell of artifact abababababab on trail t1 of flow shop what is asked of it now (current): what was decided last is judged';

  it.each([
    ['is absent', {}],
    ['is null', { current: null }],
  ])('are made where what is told of now %s', (_, answer) => {
    expect(noticesOf(answer)).toEqual([untold]);
    expect(noticesOf(answer, { template: 'decided' })).toEqual([decided, untold]);
  });

  it('are left to the trail where it is told', () => {
    expect(noticesOf(now('INCOMPLETE'))).toEqual([]);
    expect(noticesOf(now('INCOMPLETE'), { template: 'decided' })).toEqual([]);
    expect(noticesOf({ ...now('COMPLIANT'), own_template: null })).toEqual([]);
  });
});

describe('what the trail of an artifact says already', () => {
  const behind = (trail: string, flow: string, ...verdicts: readonly Reason['verdict'][]): TrailVerdict => ({
    question: { subject: 'trail', org: 'acme', flow, trail, commit: sha },
    verdict: {
      name: verdicts[0] ?? 'compliant',
      reasons: verdicts.map((verdict) => reason(verdict)),
      notices: [],
      rows: [],
    },
  });
  const none: readonly Reason[] = [];

  it.each<readonly [string, readonly TrailVerdict[], readonly Reason[]]>([
    ['without a trail behind it', [], [red, open]],
    ['by a trail that passes', [behind('t1', 'shop')], [red, open]],
    ['by its trail with the same verdict', [behind('t1', 'shop', 'non-compliant')], [open]],
    ['by its trail with another verdict', [behind('t1', 'shop', 'unknown')], [red, open]],
    ['by its trail among several verdicts', [behind('t1', 'shop', 'unknown', 'incomplete')], [red]],
    ['by its trail with both verdicts', [behind('t1', 'shop', 'non-compliant', 'incomplete')], none],
    ['by another trail', [behind('t2', 'shop', 'non-compliant', 'incomplete')], [red, open]],
    ['by a trail of that name in another flow', [behind('t1', 'till', 'non-compliant', 'incomplete')], [red, open]],
    ['by its trail next to others', [behind('t2', 'shop'), behind('t1', 'shop', 'incomplete'), behind('t1', 'till')], [red]],
    ['by its trail, once for each of two commits', [behind('t1', 'shop', 'incomplete'), behind('t1', 'shop', 'non-compliant')], none],
  ])('is not said again: %s', (_, trails, left) => {
    expect(unsaidBy(trails, [red, open])).toStrictEqual(left);
  });

  it('is looked for in the trail that each reason names', () => {
    const elsewhere = { ...red, trail: 't2' };
    const nowhere: Reason = { code: 'failing', verdict: 'non-compliant', message: 'm', fix: 'f' };
    expect(unsaidBy([behind('t1', 'shop', 'non-compliant')], [elsewhere, red, nowhere])).toStrictEqual([elsewhere, nowhere]);
    expect(unsaidBy([behind('t2', 'shop', 'non-compliant')], [elsewhere, red, nowhere])).toStrictEqual([red, nowhere]);
  });
});
