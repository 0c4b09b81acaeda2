import { describe, expect, it } from 'vitest';
import { attest, green, putFlow, red, world } from '../../service/support.ts';
import { commitOf, read, readWhole, sha, timesOf } from './service-world.ts';

const template = (...names: readonly string[]): string =>
  ['version: 1', 'trail:', '  attestations:', ...names.map((name) => `    - {name: ${name}, type: junit}`)].join('\n');

const run = (facts: object) => ({
  user_data: { compliance_evidence: { tool: 'compliance-evidence/1', workflow: 'ci.yml', job: 'test', ...facts } },
});

describe('trails of the service', () => {
  it('come with their flow, their records and what the bodies of these say', async () => {
    const it = await world();
    await putFlow(it, 'shop', template('unit'));
    const more = {
      ...commitOf('a'),
      ...run({ job: 'mac' }),
      origin_url: 'https://ci.example/1',
      junit_results: [green, { ...green, skipped: 2 }],
    };
    await attest(it, `shop/${sha('a')}`, more);
    const facts = await readWhole(it.service.url);
    const asked = { version: 1, trail: { attestations: [{ name: 'unit', type: 'junit' }], artifacts: [] } };
    expect(facts.flows).toMatchObject([{ kind: 'flow', name: 'shop', template: asked, templates: [{ template: asked }] }]);
    const [trail, ...others] = facts.trailsAbout([sha('a')]);
    expect(others).toEqual([]);
    expect(trail).toMatchObject({
      flow: 'shop',
      name: sha('a'),
      state: 'COMPLIANT',
      template: asked,
      ownTemplate: false,
      commits: [sha('a')],
      cut: false,
    });
    expect(trail?.records).toMatchObject([
      {
        name: 'unit',
        type: 'junit',
        compliant: true,
        commit: sha('a'),
        by: 'ada',
        tests: { total: 6, skipped: 2, failed: 0 },
        byForkClaim: false,
        run: 'https://ci.example/1',
        group: 'ci.yml › mac',
        read: true,
      },
    ]);
    expect(Math.abs(Date.parse(trail?.records[0]?.at ?? '') - Date.now())).toBeLessThan(60_000);
    expect(facts.trailsAbout([sha('b')])).toEqual([]);
  });

  it('say which results could not be used when they were recorded', async () => {
    const it = await world();
    await putFlow(it, 'shop', template('unit', 'slow'));
    const where = `shop/${sha('a')}`;
    const cause = { ...red, name: 'unusable evidence: 0 tests ran' };
    await attest(it, where, { ...commitOf('a'), junit_results: [cause] });
    await attest(it, where, { ...commitOf('a'), attestation_name: 'slow', junit_results: [cause, red] });
    const [trail] = (await readWhole(it.service.url)).trailsAbout([sha('a')]);
    expect(trail?.records.map(({ name, unusable }) => [name, unusable])).toEqual([
      ['unit', true],
      ['slow', undefined],
    ]);
  });

  it('keep their history: what said no first, what a fork claims, and an override with its reason', async () => {
    const it = await world();
    await putFlow(it, 'shop', template('unit', 'slow'));
    const where = `shop/${sha('a')}`;
    await attest(it, where, { ...commitOf('a'), junit_results: [red] });
    await attest(it, where, {
      ...commitOf('a'),
      attestation_name: 'slow',
      ...run({ claimed_by: 'fork' }),
    });
    const override = { attestation_name: 'unit', reason: 'flaky', new_compliance_status: true, original_attestation_type: 'junit' };
    const path = `/attestations/acme/shop/trail/${sha('a')}/override`;
    expect((await it.json('POST', path, override)).status).toBe(200);
    expect((await it.json('POST', path, { ...override, reason: 'still flaky', ...commitOf('a') })).status).toBe(200);
    const facts = await readWhole(it.service.url);
    const [trail] = facts.trailsAbout([sha('a')]);
    const first = trail?.records[0]?.id;
    expect(trail?.records).toMatchObject([
      { name: 'unit', type: 'junit', compliant: false, tests: { failed: 1 }, override: null },
      { name: 'slow', byForkClaim: true, run: null },
      {
        name: 'unit',
        type: 'override',
        compliant: true,
        by: 'ada',
        override: { id: first, type: 'junit', reason: 'flaky' },
        commit: null,
        read: true,
      },
      { name: 'unit', type: 'override', override: { id: first, type: 'junit', reason: 'still flaky' }, commit: sha('a'), read: true },
    ]);
    expect(trail?.state).toBe('COMPLIANT');
  });

  it('are found by any of their commits, and by a name that is one', async () => {
    const it = await world();
    await attest(it, 'shop/release-1', commitOf('a'));
    await attest(it, 'shop/release-1', commitOf('b'));
    await attest(it, `shop/${sha('c')}`);
    await attest(it, 'shop/nothing');
    await attest(it, `other/${sha('f')}`, commitOf('f'));
    const facts = await readWhole(it.service.url);
    const names = (letter: string) => facts.trailsAbout([sha(letter)]).map(({ name }) => name);
    expect(['a', 'b', 'c'].map(names)).toEqual([['release-1'], ['release-1'], [sha('c')]]);
    expect(facts.trailsAbout([sha('a'), sha('b')])).toHaveLength(1);
    expect(facts.trailsElsewhere(new Set([sha('a')]))).toBe(3);
    expect(facts.trailsElsewhere(new Set([sha('a'), sha('c'), sha('f')]))).toBe(1);
    expect(() => facts.trailsAbout([sha('f')])).toThrow('were not asked for');
  });

  it('bring artifacts, records about them, and records for one that was not reported yet', async () => {
    const it = await world();
    const fingerprint = 'f'.repeat(64);
    await attest(it, `shop/${sha('a')}`, { ...commitOf('a'), target_artifacts: ['app', 'web'], attestation_name: 'early' });
    const said = { fingerprint, filename: 'app.tgz', build_url: '', commit_url: '', git_commit: sha('a'), template_reference_name: 'app' };
    await it.json('POST', '/artifacts/acme/shop', { ...said, trail_name: sha('a') });
    await attest(it, `shop/${sha('a')}`, { ...commitOf('a'), artifact_fingerprint: fingerprint, attestation_name: 'scan' });
    const [trail] = (await readWhole(it.service.url)).trailsAbout([sha('a')]);
    expect(trail?.artifacts).toMatchObject([{ fingerprint, name: 'app', commit: sha('a') }]);
    expect(trail?.records).toMatchObject([
      { name: 'early', target: 'app', fingerprint: null, read: true },
      { name: 'early', target: 'web', fingerprint: null, read: true },
      { name: 'scan', target: null, fingerprint, read: true },
    ]);
    expect(trail?.cut).toBe(false);
  });

  it('tell whether a template is their own, which only one trail says, and since when those of the flow are in force', async () => {
    const it = await world();
    await putFlow(it, 'shop', template('unit', 'slow'));
    const own = { field: 'template_file', name: 'template.yml', content: template('smoke') };
    await it.form('PUT', '/trails/acme/shop', { name: 'own', ...commitOf('a') }, own);
    await attest(it, `shop/${sha('b')}`, commitOf('b'));
    await putFlow(it, 'shop', template('unit'));
    await attest(it, `shop/${sha('c')}`, commitOf('c'));
    await attest(it, `shop/${sha('d')}`, commitOf('d'));
    const facts = await readWhole(it.service.url);
    const ofTrails = ['a', 'b', 'c', 'd'].flatMap((letter) => facts.trailsAbout([sha(letter)]));
    expect(ofTrails.map(({ ownTemplate, templateVersion }) => [ownTemplate, templateVersion])).toEqual([
      [true, null],
      [false, 1],
      [false, null],
      [false, null],
    ]);
    expect(timesOf(facts)['GET /trails/acme/FLOW/TRAIL']).toBe(2);
    const names = facts.flows[0]?.templates?.map(({ template: each }) => each.trail.attestations.map(({ name }) => name));
    expect(names).toEqual([['unit', 'slow'], ['unit']]);
  });

  it('of flows that are named are read alone, by an older name too', async () => {
    const it = await world();
    await attest(it, `shop/${sha('a')}`, commitOf('a'));
    await attest(it, `other/${sha('a')}`, commitOf('a'));
    await it.json('PUT', '/flows/acme/shop/rename', { new_name: 'store' });
    const facts = await readWhole(it.service.url, { flows: ['shop'] });
    expect([facts.flows.map(({ name }) => name), facts.trailsAbout([sha('a')]).map(({ flow }) => flow)]).toEqual([['shop'], ['shop']]);
    expect(facts.trailsAbout([sha('a')])[0]?.records).toMatchObject([{ read: true }]);
    const wrong = await read(it.service.url, { flows: ['shpo'] });
    expect(wrong.holes).toMatchObject([
      { what: 'Flow shpo', why: 'The organization acme has no flow of this name', fix: expect.stringMatching('name') },
    ]);
  });

  it('are asked for as often as they have pages, and their records by a hundred commits', async () => {
    const it = await world();
    const commits = Array.from({ length: 205 }, (_, n) => n.toString(16).padStart(40, '0'));
    for (const sha1 of commits) await attest(it, `shop/${sha1}`, { git_commit_info: { ...commitOf('a').git_commit_info, sha1 } });
    const facts = await readWhole(it.service.url, { shas: commits });
    expect(facts.trailsAbout(commits).map(({ records }) => records[0]?.read)).toEqual(commits.map(() => true));
    expect(timesOf(facts)).toEqual({
      'GET /artifacts/acme?page=N&per_page=100': 1,
      'GET /attestations/acme?commit_list=SHA, 100 at a time': 3,
      'GET /environments/acme': 1,
      'GET /flows/acme': 1,
      'GET /organizations/acme/environments_notifications': 1,
      'GET /trails/acme/FLOW?page=N&per_page=100': 3,
    });
    expect(facts.queries.find(({ text }) => text.startsWith('GET /trails'))?.answered).toBe(205);
  });

  it('are not read with a wrong token', async () => {
    const it = await world();
    await expect(read(it.service.url, {}, 'another-token-of-the-right-length')).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
