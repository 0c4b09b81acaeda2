import { describe, expect, it } from 'vitest';
import { read, sha } from './service-world.ts';
import { pageOf, recordAt, serveAnswers, trailAt, type Answers } from './service-double.ts';

const commits = Array.from({ length: 250 }, (_, n) => n.toString(16).padStart(40, '0'));
const trails = commits.map((each) => trailAt(each));

/** A service with one flow. `more` answers first, and `undefined` from it means "as usual". */
const service =
  (more: Answers): Answers =>
  (path, query) => {
    const special = more(path, query);
    if (special !== undefined) return special;
    if (path === '/flows/acme') return [{ name: 'shop', template: 'version: 1\ntrail:\n  attestations: [{name: unit, type: junit}]' }];
    if (path === '/trails/acme/shop') return pageOf(trails, query);
    if (path === '/artifacts/acme' || path === '/environments/acme' || path === '/organizations/acme/environments_notifications') return [];
    if (path === '/attestations/acme')
      return Object.fromEntries(query.getAll('commit_list').map((each) => [each, [recordAt(each, 'shop')]]));
    return undefined;
  };

async function readFrom(more: Answers, asked: object = {}) {
  const double = await serveAnswers(service(more));
  return { facts: await read(double.url, { shas: commits, ...asked }), double };
}

const onTrails =
  (answer: (query: URLSearchParams) => unknown): Answers =>
  (path, query) =>
    path === '/trails/acme/shop' ? answer(query) : undefined;

const withPage = (wanted: string, change: (page: { data: unknown[] }) => object): Answers =>
  onTrails((query) => {
    const page = JSON.parse(JSON.stringify(pageOf(trails, query)));
    return query.get('page') === wanted ? change(page) : page;
  });

describe('a listing of the service', () => {
  it('that counts its pages is read whole, and no more than that', async () => {
    const { double, facts } = await readFrom(() => undefined);
    expect(facts.holes).toEqual([]);
    expect(facts.trailsAbout(commits)).toHaveLength(250);
    expect(double.asked.filter((path) => path.includes('/trails/'))).toHaveLength(3);
  });

  it('that is a plain list is read until a page is short', async () => {
    const plain = onTrails((query) => trails.slice((Number(query.get('page')) - 1) * 100, Number(query.get('page')) * 100));
    const { double, facts } = await readFrom(plain);
    expect([facts.holes, facts.trailsAbout(commits).length]).toEqual([[], 250]);
    expect(double.asked.filter((path) => path.includes('/trails/'))).toHaveLength(3);
    const small = onTrails((query) => trails.slice((Number(query.get('page')) - 1) * 40, Number(query.get('page')) * 40));
    const kept = await readFrom(small);
    expect([kept.facts.holes, kept.facts.trailsAbout(commits).length]).toEqual([[], 250]);
  });

  it('that moved once is read again', async () => {
    let times = 0;
    const moving = onTrails((query) => {
      times += 1;
      return pageOf(times === 1 ? trails.slice(1) : trails, query);
    });
    const { facts } = await readFrom(moving);
    expect([facts.holes, facts.trailsAbout(commits).length]).toEqual([[], 250]);
  });

  it.each<readonly [string, Answers, string]>([
    ['drops a page', withPage('2', (page) => ({ ...page, data: [] })), 'page 2 is not as long as page 1'],
    ['drops the last page', withPage('3', (page) => ({ ...page, data: [] })), 'it tells of 250 items, and shows 200'],
    [
      'drops an item of the last page',
      withPage('3', (page) => ({ ...page, data: page.data.slice(1) })),
      'it tells of 250 items, and shows 249',
    ],
    ['repeats a page', withPage('2', (page) => ({ ...page, data: trails.slice(0, 100) })), 'page 2 repeats what came before'],
    ['gives every page again without a count', onTrails(() => trails.slice(0, 100)), 'page 2 repeats what came before'],
    [
      'tells of pages without end',
      onTrails(() => ({ data: trails.slice(0, 100), pagination: { page_count: 1_000_000_000, total: 250 } })),
      'it tells of 250 items, and shows 100',
    ],
    [
      'tells of more pages than there are',
      onTrails(() => ({ data: trails.slice(0, 100), pagination: { page_count: 1, total: 250 } })),
      'it tells of 250 items, and shows 100',
    ],
    [
      'changes its count on the way',
      withPage('3', (page) => ({ ...page, pagination: { page_count: 3, total: 251 } })),
      'it changed between page 1 and page 3',
    ],
  ])('that %s is a hole', async (_, answers, why) => {
    const { facts } = await readFrom(answers);
    expect(facts.holes).toMatchObject([
      { kind: 'hole', what: 'The trails of flow shop', why: expect.stringContaining(why), fix: expect.stringMatching(/\S/) },
    ]);
  });

  it.each([
    ['is not in the contract', { name: 'x', compliance_status: 'yes' }],
    ['is of another flow', { ...trailAt(sha('a')), flow: { name: 'other' } }],
    ['has no name', {}],
  ])('with an item that %s is a hole', async (_, item) => {
    const { facts } = await readFrom(withPage('1', (page) => ({ ...page, data: [item, ...page.data.slice(1)] })));
    expect(facts.holes).toMatchObject([{ what: 'The trails of flow shop', why: expect.stringMatching(/^1 of them cannot be read/) }]);
    expect(facts.trailsAbout(commits)).toHaveLength(249);
  });

  it('that is no listing, or is gone, is a hole', async () => {
    const strange = await readFrom(onTrails(() => ({ message: 'hello' })));
    expect(strange.facts.holes).toMatchObject([{ what: 'The trails of flow shop' }]);
    const gone = await readFrom((path) => (path === '/flows/acme' ? [{ name: 'other' }] : undefined));
    expect(gone.facts.holes).toMatchObject([{ what: 'The trails of flow other' }]);
    const flows = await readFrom((path) => (path === '/flows/acme' ? [{ title: 'other' }] : undefined));
    expect(flows.facts.holes).toMatchObject([{ what: 'The list of flows' }]);
  });
});

describe('a trail that is told strangely', () => {
  const trailOf = async (more: object, record: object = {}) => {
    const only = trailAt(sha('a'), more);
    const answers: Answers = (path, query) => {
      if (path === '/trails/acme/shop') return pageOf([only], query);
      return path === '/attestations/acme' ? { [sha('a')]: [recordAt(sha('a'), 'shop', record)] } : undefined;
    };
    const { facts } = await readFrom(answers, { shas: [sha('a')] });
    return { trail: facts.trailsAbout([sha('a')])[0], holes: facts.holes };
  };
  const [begun, attested] = [...Object(trailAt(sha('a'))).events];

  it.each([
    ['without events', { events: undefined }],
    ['with an event that is none', { events: [begun, attested, 'hello'] }],
    ['with evidence that has no time', { events: [begun, attested, { ...attested, attestation_id: 'x', timestamp: 'soon' }] }],
    ['with evidence that has no name', { events: [begun, attested, { ...attested, template_reference_name: null }] }],
    ['without the record that its state stands by', { events: [begun] }],
    ['without the time of its beginning', { created_at: null }],
  ])('%s has no history', async (_, more) => {
    expect((await trailOf(more)).trail?.cut).toBe(true);
  });

  it('has its history where it is told the other way round', async () => {
    const { trail } = await trailOf({ events: [{ ...attested, attestation_id: 'later', timestamp: 1_700_000_009 }, attested, begun] });
    expect([trail?.cut, trail?.records.map(({ id }) => id)]).toEqual([false, [`record-${sha('a')}`, 'later']]);
  });

  it('has the records that only the search by commit tells', async () => {
    const { trail } = await trailOf({}, { attestation_id: 'unheard', is_compliant: false });
    expect(trail?.records.map(({ compliant, id }) => [id, compliant])).toEqual([
      [`record-${sha('a')}`, true],
      ['unheard', false],
    ]);
  });

  it('says no where its event and its body disagree', async () => {
    expect((await trailOf({}, { is_compliant: false })).trail?.records).toMatchObject([{ compliant: false, read: true }]);
    expect((await trailOf({}, { is_compliant: false, trail_name: 'another' })).trail?.records).toMatchObject([
      { compliant: true, read: false },
    ]);
  });

  it('has neither counts nor links that cannot be used', async () => {
    const { trail } = await trailOf(
      {},
      { junit_results: [{ total: -1 }], origin_url: 'javascript:alert(1)', user_data: { compliance_evidence: 'ours' } },
    );
    expect(trail?.records).toMatchObject([{ tests: null, run: null, byForkClaim: false, read: true }]);
  });

  it('is a hole where its record is not in the contract', async () => {
    const { holes, trail } = await trailOf({}, { created_at: 'now' });
    expect(holes).toMatchObject([{ what: 'The records at 1 commits' }]);
    expect(trail?.records).toMatchObject([{ read: false }]);
  });

  it.each([
    ['as an object', { version: 7, trail: { attestations: [{ name: 'unit', type: 'junit' }], artifacts: null } }],
    ['as the text of an object', { content: 'trail: {attestations: [{name: unit, type: junit}]}' }],
    ['as the text of an object with its version', { version: 1, content: 'trail: {attestations: [{name: unit, type: junit}]}' }],
    ['as text', 'trail: {attestations: [{name: unit, type: junit}]}'],
  ])('has its template %s', async (_, template) => {
    expect((await trailOf({ template })).trail?.template).toEqual({
      version: 1,
      trail: { attestations: [{ name: 'unit', type: 'junit' }], artifacts: [] },
    });
  });

  it.each([
    ['an object', { version: 1, trail: null }],
    ['text', 'version: 1\n'],
  ])('has a template that asks for nothing: %s', async (_, template) => {
    expect((await trailOf({ template })).trail?.template).toEqual({ version: 1, trail: { attestations: [], artifacts: [] } });
  });

  it.each([
    ['nothing', null],
    ['an empty text', ''],
    ['something else', { message: 'hello' }],
    ['a list', ['unit']],
    ['an entry without a type', { trail: { attestations: [{ name: 'unit' }] } }],
    ['artifacts that are no list', { trail: { artifacts: { app: {} } } }],
    ['text that is no YAML', 'trail: ['],
    [
      'aliases without end',
      `a: &a [x, x]\n${['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter, at) => `${letter}: &${letter} [*${'abcdefg'[at]}, *${'abcdefg'[at]}]`).join('\n')}\ntrail: *h`,
    ],
    ['a text that is too deep', `trail: ${'['.repeat(50_000)}`],
  ])('has no template that can be read: %s', async (_, template) => {
    expect((await trailOf({ template })).trail?.template).toBeNull();
  });
});

describe('a service without some operations', () => {
  it('leaves their sources untold', async () => {
    const gone = ['/artifacts/acme', '/environments/acme', '/organizations/acme/environments_notifications', '/attestations/acme'];
    const double = await serveAnswers((path, query) => (gone.includes(path) ? undefined : service(() => undefined)(path, query)));
    const facts = await read(double.url, { shas: commits });
    expect(facts.holes).toEqual([]);
    expect(facts.untold.map(({ source }) => source).toSorted()).toEqual(['artifacts', 'notifications', 'records', 'snapshots']);
    expect(facts.trailsAbout(commits)[0]?.records).toMatchObject([{ read: false }]);
  });

  it('is no service at all where it does not answer', async () => {
    await expect(read('http://127.0.0.1:1')).rejects.toMatchObject({ name: 'TransportError' });
  });
});
