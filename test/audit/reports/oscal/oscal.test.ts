import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { oscal } from '../../../../src/audit/reports/oscal/oscal.ts';
import { attacks, hostileAudit, textOf } from '../hostile.ts';
import { clean, empty, unknown } from '../html/audits.ts';
import { year } from '../html/year.ts';
import { finding, reported, sample, sha, twoChanges, world } from '../sample.ts';
import { published, type Result } from './published.ts';

async function resultOf(audit = sample()): Promise<Result> {
  return (await published(audit)).results.results[0];
}

/** Everything in a file, with the name that it has there. */
function* parts(value: unknown, name = ''): Generator<readonly [name: string, value: unknown]> {
  yield [name, value];
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, each] of Object.entries(value)) yield* parts(each, isList ? name : key);
}

function named(value: unknown, wanted: RegExp): readonly string[] {
  return [...parts(value)].flatMap(([name, each]) => (wanted.test(name) && typeof each === 'string' ? [each] : []));
}

const by = { commit: sha('e'), pull: { number: 7, url: '' }, merged: 'bob', approved: ['carol'] };
const accepted = { reason: 'Moved by hand', owner: 'alice', until: '2026-12-01T00:00:00Z', by };

describe('the results of OSCAL', () => {
  it.each([
    ['some findings', sample()],
    ['no finding', clean()],
    ['nothing that landed', empty()],
    ['holes, and a start that is a commit', unknown()],
    ['a year', year(40)],
    [
      'a year of before OSCAL',
      sample({ world: { ...world, header: { ...world.header, period: { ...world.header.period, since: '0001-01-01T00:00:00Z' } } } }),
    ],
    ['no repository and no service', sample({ world: { ...world, header: { ...world.header, repository: null, service: null } } })],
  ])('pass the schema of NIST, and hold together, with %s', async (_, audit) => {
    const { plan, results } = await published(audit);
    for (const file of [plan, results]) {
      const ids = named(file, /^uuid$/);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      const known = new Set(ids);
      for (const used of named(file, /^(?:observation|risk|subject|actor|component|activity|party)-uuids?$/)) expect(known).toContain(used);
      for (const href of named(file, /^href$/).filter((each) => each.startsWith('#'))) expect(known).toContain(href.slice(1));
    }
    const objectives = new Set(named(plan, /^id$/));
    for (const id of named(results, /^(?:target|objective)-id$/)) expect(objectives).toContain(id);
  });

  it('name the days of the zone that the audit was asked in', async () => {
    const period = { ...world.header.period, since: '2025-12-31T23:00:00.000Z', until: '2026-03-31T22:00:00.000Z' };
    const { results } = await published(sample({ world: { ...world, header: { ...world.header, period, timeZone: 'Europe/Berlin' } } }));
    expect(results.metadata).toMatchObject({ title: 'Audit of acme/shop, 2026-01-01 to 2026-04-01' });
  });

  it('say which audit they are of, and what it found', async () => {
    const { results } = await published(sample());
    expect(results.metadata).toMatchObject({
      title: 'Audit of acme/shop, 2026-11-15 to 2026-11-22',
      'last-modified': '2026-11-22T06:00:00.000Z',
      'oscal-version': '1.1.3',
      remarks: '1 open finding.',
      parties: [{ type: 'organization', name: 'acme' }],
    });
    expect(results.results[0]).toMatchObject({
      description: '1 open finding. Looked at 2 changes in 2 landings, 2 commits.',
      start: '2026-11-15T06:00:00.000Z',
      end: '2026-11-22T06:00:00.000Z',
      links: [{ href: 'https://github.com/acme/shop/actions/runs/99' }],
      remarks:
        'Not told: log. The interface has no operation that reads the log. Fix: Run compliance-evidence verify on the data of the service.',
    });
  });

  it('show each rule and each finding as an observation, with the pages of its change', async () => {
    const change = reported({ ...twoChanges[1], coverage: twoChanges[0]?.coverage ?? [], findings: [finding().key] });
    const { observations } = await resultOf(sample({ findings: [finding({ change: { sha: sha('b'), pull: 42 } })] }, [change]));
    expect(observations.map(({ description, methods, title }) => [title, methods.join(), description])).toEqual([
      ['population', 'TEST', '2 changes in 2 landings, 2 commits.'],
      ['change-without-trail', 'TEST', '2 subjects tested, something found about 1.'],
      ['tag-moved', 'EXAMINE', 'Not applicable: there was nothing that it is about.'],
      ['record-altered', 'NOT-TESTED', 'Not tested. The interface has no operation that reads the log.'],
      [
        `change-without-trail: commit ${sha('b')}`,
        'TEST',
        'Nothing was recorded about the change when it landed. Fix: Run the gate for every change.',
      ],
    ]);
    expect(observations.at(-1)?.['relevant-evidence']?.map(({ href }) => href)).toEqual([
      `https://github.com/acme/shop/commit/${sha('b')}`,
      'https://github.com/acme/shop/pull/42',
      `https://evidence.example/acme/flows/unit/trails/${sha('a')}`,
    ]);
  });

  it('name the controls and objectives of the rules that were tested, and none where none was', async () => {
    const { results } = await published(sample());
    expect(results['local-definitions']?.activities.map(({ title }) => title)).toEqual(['population', 'change-without-trail']);
    const selected = (objectives: readonly string[]): object => ({
      'include-objectives': objectives.map((id) => ({ 'objective-id': id })),
    });
    expect(results.results[0]['reviewed-controls']).toEqual({
      'control-selections': [{ 'include-controls': [{ 'control-id': 'soc-2-cc8.1' }] }],
      'control-objective-selections': [selected(['soc-2-cc8.1_population', 'soc-2-cc8.1_change-without-trail'])],
    });
    const none = await published(empty());
    expect(none.results['local-definitions']).toBeUndefined();
    expect(none.results.results[0]['reviewed-controls']).toMatchObject({
      'control-selections': [
        { 'include-controls': [{ 'control-id': 'soc-2-cc8.1' }], 'exclude-controls': [{ 'control-id': 'soc-2-cc8.1' }] },
      ],
    });
  });

  it('carry an accepted finding as an open risk, which is approved only where somebody approved the entry', async () => {
    const findings = [
      finding({ accepted }),
      finding({ key: 'b', accepted: { ...accepted, by: { ...by, approved: [] } } }),
      finding({ key: 'c', accepted: { ...accepted, by: { ...by, approved: null } } }),
      finding({ key: 'd' }),
      finding({ key: 'e', status: 'fixed' }),
    ];
    const { findings: conclusions, risks } = await resultOf(sample({ findings }));
    expect(risks?.map(({ status }) => status)).toEqual([
      'deviation-approved',
      'deviation-requested',
      'deviation-requested',
      'open',
      'closed',
    ]);
    expect(risks?.[0]).toMatchObject({
      statement:
        'Nothing was recorded about the change when it landed. Accepted by alice until 2026-12-01T00:00:00Z: Moved by hand. The entry was merged by bob with pull request 7, carol approved it.',
      deadline: '2026-12-01T00:00:00.000Z',
    });
    const conclusion = conclusions.find(({ title }) => title.startsWith('change-without-trail'));
    expect(conclusion?.['related-risks']?.map((each) => each['risk-uuid'])).toEqual(risks?.slice(0, 4).map(({ uuid }) => uuid));
    expect(conclusion?.['related-observations']).toHaveLength(5);
  });

  it('say of a finding that was not looked at again since when it is known, and not that it was seen now', async () => {
    const old = finding({ status: 'open', firstSeen: '2026-10-06T06:00:00Z', at: '2026-10-05T09:00:00Z', carried: true });
    const { observations } = await resultOf(sample({ findings: [old] }));
    expect(observations.at(-1)).toMatchObject({
      collected: '2026-10-06T06:00:00.000Z',
      remarks: 'Open since 2026-10-06T06:00:00Z, not looked at again: audit its time with since 2026-10-05.',
    });
  });

  it('claim no time before a commit whose landing nobody knows', async () => {
    const { end, remarks, start } = await resultOf(unknown());
    expect(start).toBe(end);
    expect(remarks).toMatch(/^The period begins with a commit, and nobody knows when it landed/);
  });

  it('say which facts are of a past moment', async () => {
    const asOf = { at: '2026-11-22T06:00:00Z', sequence: 12, link: 'a'.repeat(64), readAt: '2026-12-01T08:00:00Z' };
    const { results } = await published(sample({ world: { ...world, header: { ...world.header, asOf } } }));
    const [{ observations, remarks }] = results.results;
    expect(results.metadata['last-modified']).toBe('2026-12-01T08:00:00.000Z');
    expect(new Set(observations.map(({ collected }) => collected))).toEqual(new Set(['2026-12-01T08:00:00.000Z']));
    expect(remarks).toMatch(/^The service as of 2026-11-22T06:00:00Z, by its records up to 12; all else as read at 2026-12-01T08:00:00Z\./);
  });

  it('are the same bytes each time, and give the same thing the same id in every audit of the repository', async () => {
    expect(await textOf(oscal(sample()))).toBe(await textOf(oscal(sample())));
    const { observations, risks } = await resultOf();
    const later = { ...world.header, at: '2026-11-29T06:00:00Z', period: { ...world.header.period, until: '2026-11-29T06:00:00Z' } };
    const worse = finding({ severity: 'critical', message: 'Other words', status: 'open' });
    const again = await resultOf(sample({ findings: [finding({ key: 'other' }), worse], world: { ...world, header: later } }));
    // As `uuid.uuid5` of Python makes it.
    expect(observations.at(-1)?.uuid).toBe('5e890c11-0caa-5fcb-8a4a-07ccbaa9e4ef');
    expect(again.observations.map(({ uuid }) => uuid)).toContain('5e890c11-0caa-5fcb-8a4a-07ccbaa9e4ef');
    expect(again.risks?.at(-1)?.uuid).toBe(risks?.[0]?.uuid);
    expect(again.risks?.[0]?.uuid).not.toBe(risks?.[0]?.uuid);
    const elsewhere = await resultOf(sample({ world: { ...world, header: { ...world.header, repository: 'acme/till' } } }));
    expect(elsewhere.observations.at(-1)?.uuid).not.toBe(observations.at(-1)?.uuid);
  });

  it.each(attacks)('show just the text of %s', async (_, text) => {
    const { plan, results } = await published(hostileAudit(text));
    for (const file of [plan, results]) {
      for (const line of named(file, /^(?:title|description|remarks|statement|prose|text)$/)) {
        expect(marked.parse(line, { async: false })).not.toMatch(/<(?!\/?p>)/);
        expect(line).not.toMatch(/\{\{|[\u0000-\u0008\r\u001B\u202E]|[a-z][@＠][a-z]+\.[a-z]/);
      }
      for (const value of named(file, /^(?:value|name)$/).filter((each) => each.length < 1_000))
        expect(value).not.toMatch(/[a-z][@＠][a-z]+\.[a-z]/);
      for (const href of named(file, /^href$/)) expect(href).toMatch(/^(?:https?:|#)/);
    }
  });
});
