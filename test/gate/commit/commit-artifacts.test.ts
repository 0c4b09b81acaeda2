import { describe, expect, it } from 'vitest';
import type { AttestationRecord } from '../../../src/contract/index.ts';
import {
  decideCommit,
  trailsOfCommit,
  type CommitAnswers,
  type Reason,
  type SearchAnswer,
  type TrailVerdict,
} from '../../../src/gate/index.ts';
import { nothingMore, question as onTrail, reason, record, sha } from '../build.ts';

type Found = Extract<SearchAnswer, { kind: 'found' }>['result']['artifacts'][number];
type Facts = { readonly [Field in keyof Found]?: Found[Field] | undefined };

const question = { subject: 'commit', org: 'acme', flow: undefined, commit: sha } as const;
const [other, digits, page] = ['ab'.repeat(20), 'ab'.repeat(32), 'https://evidence.example/image'];
/** The fingerprint of an artifact that begins with the SHA of the commit. */
const namesake = `${sha}${'0'.repeat(24)}`;
const version = { template_version: 1, own_template: false, current: { status: 'COMPLIANT', template_version: 1 } } as const;

/** A field that is `undefined` is left out. */
function image(facts: Facts = {}): Found {
  const place = { git_commit: sha, flow: 'shop', trail: 't1', has_provenance: true, compliance_state: 'COMPLIANT' };
  const { fingerprint = digits, ...rest } = facts;
  const fields = Object.entries({ ...place, ...version, ...rest }).filter(([, value]) => value !== undefined);
  return { fingerprint, ...Object.fromEntries(fields) };
}

function answers(artifacts: readonly Found[], records: readonly AttestationRecord[] = []): CommitAnswers {
  const result = { artifacts, resolved_to: { type: 'commit', full_match: sha } };
  return { search: { kind: 'found', result }, records: { kind: 'records', records } };
}

function sayingOf(trail: string, flow: string, verdict?: Reason['verdict']): TrailVerdict {
  const reasons: readonly Reason[] = verdict === undefined ? [] : [reason(verdict, 'unit is red', 'Fix it')];
  return { question: { ...onTrail, trail, flow }, verdict: { name: verdict ?? 'compliant', reasons, notices: [], rows: [] } };
}

interface Given {
  readonly flow?: string;
  readonly trails?: readonly TrailVerdict[];
  readonly policy?: Partial<typeof nothingMore>;
}

function decideOn(artifacts: readonly Found[], { flow, policy, trails = [sayingOf('t1', 'shop')] }: Given = {}) {
  return decideCommit({ question: { ...question, flow }, found: answers(artifacts), trails }, { ...nothingMore, ...policy });
}

const codes = (artifacts: readonly Found[], given?: Given): readonly string[] => decideOn(artifacts, given).reasons.map(({ code }) => code);

describe('where an artifact of a commit belongs', () => {
  const untold = (why: string, facts: Pick<Reason, 'artifact' | 'url' | 'attestation'> = {}): Reason => ({
    artifact: digits,
    code: 'trail-untold',
    verdict: 'unknown',
    message: `Artifact abababababab of commit c0ffee000000 ${why}`,
    fix: 'Report the artifact on a trail of its flow',
    ...facts,
  });
  const [unplaced, unreported] = ['does not say its flow and trail', 'has no provenance: it was seen, and never reported'];
  const cases: readonly (readonly [string, Facts, readonly Reason[]])[] = [
    ['is told by its flow and trail', {}, []],
    ['is told where its provenance is absent', { has_provenance: undefined }, []],
    ['is told where its provenance is null', { has_provenance: null }, []],
    ['is not told where its flow is null', { flow: null }, [untold(unplaced)]],
    ['is not told where its flow is absent', { flow: undefined }, [untold(unplaced)]],
    ['is not told where its flow is empty', { flow: '' }, [untold(unplaced)]],
    ['is not told where its trail is null', { trail: null }, [untold(unplaced)]],
    ['is not told where its trail is empty', { trail: '' }, [untold(unplaced)]],
    ['is not told where it was only seen', { has_provenance: false, flow: '', trail: '' }, [untold(unreported)]],
    ['is not told where it was only seen, although it names a trail', { has_provenance: false }, [untold(unreported)]],
    ['is not told, and said with its page', { trail: '', html_url: page }, [untold(unplaced, { url: page })]],
    ['is not told, and said without a page where that is null', { trail: '', html_url: null }, [untold(unplaced)]],
  ];
  it.each(cases)('%s', (_, facts, reasons) => {
    expect(decideOn([image(facts)])).toEqual({ name: reasons.length === 0 ? 'compliant' : 'unknown', reasons, notices: [], rows: [] });
  });

  it('decides whether its state is judged, and its templates are spoken of', () => {
    for (const facts of [{ trail: '' }, { flow: null }, { has_provenance: false }]) {
      const verdict = decideOn([image({ ...facts, compliance_state: 'NON-COMPLIANT', current: undefined })]);
      expect(verdict.reasons.map(({ code }) => code)).toEqual(['trail-untold']);
      expect(verdict.notices).toEqual([]);
    }
  });
});

describe('the state of an artifact of a commit', () => {
  const about = { artifact: digits, trail: 't1', flow: 'shop', url: page };
  const what = 'Artifact abababababab on trail t1 of flow shop';
  const red: Reason = {
    ...about,
    code: 'artifact-non-compliant',
    verdict: 'non-compliant',
    message: `${what} is not compliant`,
    fix: 'Look at its evidence in the service, fix what failed, and record it again',
  };
  const incomplete: Reason = {
    ...about,
    code: 'artifact-incomplete',
    verdict: 'incomplete',
    message: `${what} is incomplete: evidence that its template requires is missing`,
    fix: 'Look at its trail in the service, and record what is missing before the gate',
  };
  const changed: Reason = {
    ...about,
    code: 'template-changed',
    verdict: 'incomplete',
    message: `${what} was decided as compliant by version 1 of the template; by version 2 of the template, which flow shop has now, it is incomplete`,
    fix: 'Record what the template asks for now, and run the gate again; for a rollback to what was compliant then: template: decided',
  };
  const newer = { current: { status: 'INCOMPLETE', template_version: 2 } };
  const cases: readonly (readonly [string, Facts, readonly Reason[]])[] = [
    ['is a no where it is red', { compliance_state: 'NON-COMPLIANT' }, [red]],
    ['is a no where it is red, and its provenance is untold', { compliance_state: 'NON-COMPLIANT', has_provenance: null }, [red]],
    ['is incomplete where it is', { compliance_state: 'INCOMPLETE' }, [incomplete]],
    ['is that of the template of now', newer, [changed, incomplete]],
    ['is nothing where it is green', {}, []],
    ['is nothing where it is null', { compliance_state: null, ...newer }, []],
    ['is nothing where it is empty', { compliance_state: '', ...newer }, []],
    ['is nothing where it is absent', { compliance_state: undefined, ...newer }, []],
  ];
  it.each(cases)('%s', (_, facts, reasons) => {
    expect(decideOn([image({ html_url: page, ...facts })]).reasons).toEqual(reasons);
  });

  it('is left out where its own trail says as much, and nowhere else', () => {
    const artifacts = [image({ html_url: page, compliance_state: 'NON-COMPLIANT' })];
    const said = (trails: readonly TrailVerdict[]): readonly string[] => codes(artifacts, { trails });
    expect(said([sayingOf('t1', 'shop', 'non-compliant')])).toEqual(['failing']);
    expect(said([sayingOf('t1', 'shop', 'incomplete')])).toEqual(['artifact-non-compliant', 'missing']);
    expect(said([sayingOf('t2', 'shop', 'non-compliant')])).toEqual(['artifact-non-compliant', 'failing']);
    expect(said([])).toEqual(['artifact-non-compliant']);
  });

  it('goes by the policy', () => {
    expect(codes([image(newer)], { policy: { template: 'decided' } })).toEqual([]);
  });

  it('is followed by what people should know where the templates are not told, of each artifact in order', () => {
    const untold = { current: undefined, own_template: undefined };
    const notice = (trail: string): string =>
      `The service does not tell of artifact abababababab on trail ${trail} of flow shop what is asked of it now (current) nor whether it has a template of its own (own_template): what was decided last is judged`;
    expect(decideOn([image(untold), image(), image({ ...untold, trail: 't2' })]).notices).toEqual([notice('t1'), notice('t2')]);
    expect(decideOn([image({ ...untold, current: null })], { policy: { template: 'decided' } }).notices).toEqual([
      'template: decided: Artifact abababababab on trail t1 of flow shop is judged as it was decided, compliant by version 1 of the template',
      notice('t1'),
    ]);
  });
});

describe('a search that may have left artifacts out', () => {
  const many = (count: number, facts: Facts = {}): readonly Found[] => Array.from({ length: count }, () => image(facts));
  const cut: Reason = {
    code: 'contradictory-answer',
    verdict: 'unknown',
    message: 'The search found 100 artifacts or more of commit c0ffee000000, and may have left others out',
    fix: 'Look at the commit in the service; if the service is at fault, tell those who run it',
  };

  it('is one that found a hundred', () => {
    expect(decideOn(many(99)).reasons).toEqual([]);
    expect(decideOn(many(100)).reasons).toEqual([cut]);
    expect(decideOn(many(101)).reasons).toEqual([cut]);
  });

  it('is one also where all that it found are of another flow', () => {
    expect(decideOn(many(100, { flow: 'till' }), { flow: 'shop' }).reasons).toEqual([cut]);
  });

  it('is told before what it found', () => {
    const artifacts = [image({ compliance_state: 'NON-COMPLIANT' }), image({ trail: '' }), ...many(98)];
    expect(codes(artifacts)).toEqual(['contradictory-answer', 'trail-untold', 'artifact-non-compliant']);
  });
});

describe('which artifacts are of a commit', () => {
  const red = { compliance_state: 'NON-COMPLIANT', trail: 't9' };
  const cases: readonly (readonly [string, Facts, boolean, boolean])[] = [
    ['one of the commit', {}, true, true],
    ['one whose commit is another', { git_commit: other }, true, true],
    ['one of another flow', { flow: 'till' }, true, false],
    ['one whose fingerprint begins with its SHA, of the commit', { fingerprint: namesake }, true, true],
    ['the same in capitals', { fingerprint: namesake.toUpperCase(), git_commit: sha.toUpperCase() }, true, true],
    ['one whose fingerprint begins with its SHA, of another commit', { fingerprint: namesake, git_commit: other }, false, false],
    ['the same in capitals, of another', { fingerprint: namesake.toUpperCase(), git_commit: other }, false, false],
    ['one whose fingerprint begins with its SHA, of an empty commit', { fingerprint: namesake, git_commit: '' }, false, false],
    ['one whose fingerprint begins with its SHA, of no commit', { fingerprint: namesake, git_commit: null }, true, true],
    ['the same, the commit absent', { fingerprint: namesake, git_commit: undefined }, true, true],
    ['one whose fingerprint is no fingerprint, of another', { fingerprint: `${sha}-`, git_commit: other }, true, true],
  ];
  it.each(cases)('%s', (_, facts, ofAll, ofShop) => {
    const found = [image({ ...red, ...facts })];
    expect(codes(found)).toEqual(ofAll ? ['artifact-non-compliant'] : []);
    expect(codes(found, { flow: 'shop' })).toEqual(ofShop ? ['artifact-non-compliant'] : []);
    const trails = [{ subject: 'trail', org: 'acme', flow: facts.flow ?? 'shop', trail: 't9', commit: sha }];
    expect(trailsOfCommit(answers(found), question)).toEqual(ofAll ? trails : []);
    expect(trailsOfCommit(answers(found), { ...question, flow: 'shop' })).toEqual(ofShop ? trails : []);
  });

  it('those that do not say their flow, whatever flow is asked about', () => {
    for (const flow of [null, undefined, '']) {
      expect(codes([image({ flow, ...red })], { flow: 'shop' })).toEqual(['trail-untold']);
    }
  });
});

describe('the trails of a commit', () => {
  const on = (flow: string, trail: string) => ({ subject: 'trail', org: 'acme', flow, trail, commit: sha });
  const unit = (facts: Partial<AttestationRecord>): AttestationRecord => record('unit', true, { trail_name: 't1', ...facts });

  it('are those of its artifacts and then those of its records, each once', () => {
    const artifacts = [image({ trail: 't2' }), image(), image({ trail: 't2' }), image({ flow: 'till' })];
    const records = [unit({}), unit({ trail_name: 't3' }), unit({ trail_name: 't2', flow_name: 'till' })];
    const all = [on('shop', 't2'), on('shop', 't1'), on('till', 't1'), on('shop', 't3'), on('till', 't2')];
    expect(trailsOfCommit(answers(artifacts, records), question)).toEqual(all);
    expect(trailsOfCommit(answers(artifacts, records), { ...question, flow: 'till' })).toEqual([on('till', 't1'), on('till', 't2')]);
    expect(trailsOfCommit(answers([]), question)).toEqual([]);
  });

  const cases: readonly (readonly [string, Partial<AttestationRecord>, readonly object[], readonly object[]])[] = [
    ['of a record', {}, [on('shop', 't1')], [on('shop', 't1')]],
    ['not of a record without a trail', { trail_name: null }, [], []],
    ['not of a record with an empty trail', { trail_name: '' }, [], []],
    ['of a record without a flow, where one is asked about', { flow_name: null }, [], [on('shop', 't1')]],
    ['not of a record with an empty flow', { flow_name: '' }, [], []],
    ['of a record of another flow, where none is asked about', { flow_name: 'till' }, [on('till', 't1')], []],
  ];
  it.each(cases)('are %s', (_, facts, ofAll, ofShop) => {
    expect(trailsOfCommit(answers([], [unit(facts)]), question)).toEqual(ofAll);
    expect(trailsOfCommit(answers([], [unit(facts)]), { ...question, flow: 'shop' })).toEqual(ofShop);
  });

  it('are not those of an artifact without a flow or a trail, but also that of one that was only seen', () => {
    const nowhere = [image({ flow: null }), image({ flow: '' }), image({ trail: null }), image({ trail: '' })];
    expect(trailsOfCommit(answers(nowhere), question)).toEqual([]);
    expect(trailsOfCommit(answers([image({ flow: undefined })]), { ...question, flow: 'shop' })).toEqual([]);
    expect(trailsOfCommit(answers([image({ has_provenance: false })]), question)).toEqual([on('shop', 't1')]);
  });

  it('are those of the one answer where the other failed or found nothing', () => {
    const failed = { kind: 'failed', fault: { code: 'x', message: 'it is down' } } as const;
    const { records, search } = answers([image()], [unit({ trail_name: 't2' })]);
    expect(trailsOfCommit({ search: failed, records }, question)).toEqual([on('shop', 't2')]);
    expect(trailsOfCommit({ search: { kind: 'nothing' }, records }, question)).toEqual([on('shop', 't2')]);
    expect(trailsOfCommit({ search, records: failed }, question)).toEqual([on('shop', 't1')]);
    expect(trailsOfCommit({ search: failed, records: failed }, question)).toEqual([]);
  });
});
