import { describe, expect, it } from 'vitest';
import type { AcceptedBy, Audit } from '../../../../src/audit/judge/audit.ts';
import { mostExceptions } from '../../../../src/audit/reports/gathered.ts';
import { finding, reported, sample, sha, world } from '../sample.ts';
import { passed } from './audits.ts';
import { overrideOf } from './made-up-change.ts';
import { year } from './year.ts';
import { pageOf, partOf, rowOf, textOf } from './page.ts';

const exceptions = async (audit: Audit): Promise<string> => partOf(await pageOf(audit), 'exceptions');
const emergency = { label: 'emergency', days: 3 };
const file = {
  flows: [],
  checks: [],
  ticket: null,
  frameworks: [],
  people: new Map(),
  bots: [],
  emergency,
  exclusions: [],
  accepted: [],
  production: [],
  controls: [],
};

describe('the exceptions of the report', () => {
  it('list emergencies, and whether each was reviewed afterwards', async () => {
    const totals = { ...sample().totals, emergencies: [41, 57] };
    const late = finding({ key: 'e', rule: 'emergency-not-reviewed', subject: { kind: 'pull-request', id: '57', url: null } });
    const part = await exceptions(sample({ totals, findings: [late], rules: [passed('emergency-not-reviewed')] }));
    expect(rowOf(part, '#41')).toBe('#41 Add prices alice bob 2026-11-16 10:00 UTC no finding');
    expect(rowOf(part, '#57')).toBe('#57 not known not known nobody not known emergency-not-reviewed (high)');
    expect(rowOf(await exceptions(sample({ totals, rules: [] })), '#41')).toMatch(/not tested$/);
  });

  it('tell no emergency from emergencies that nobody can tell apart', async () => {
    expect(textOf(await exceptions(sample()))).toContain("Emergencies The audit's file names no label for emergencies");
    expect(textOf(await exceptions(sample({ world: { ...world, file } })))).toContain('Emergencies None.');
    const untested = { ...passed('emergency-not-reviewed'), result: 'not tested', why: 'No token' } as const;
    expect(textOf(await exceptions(sample({ world: { ...world, file }, rules: [untested] })))).toContain(
      'Emergencies Not known: the rule about emergencies was not tested everywhere.',
    );
    const nowhere = await exceptions(sample({ rules: [{ ...untested, tested: 0 }] }));
    expect(textOf(nowhere)).toContain('Emergencies Not known: the rule about emergencies was not tested. ');
  });

  it('list overrides, with how many there were in all', async () => {
    const part = await exceptions(year(20));
    expect(textOf(part)).toContain('9 findings of the rule overridden : the findings have them . 20 overrides What By When Why Change');
    expect(rowOf(part, 'unit-tests')).toBe(
      'unit-tests on trail build-0 of flow unit, to say yes bob 2026-11-22 06:00 UTC no reason is known #41',
    );
    expect(textOf(part)).toContain('Not shown here: 19 overrides. The CSV report has all.');
    const untested = { ...passed('overridden'), result: 'not tested', why: 'No service' } as const;
    expect(textOf(await exceptions(sample({ rules: [untested] })))).toContain('Overrides Not known everywhere: No service. None was read.');
    const untold = [{ kind: 'untold', source: 'trails', why: 'No token', fix: '' }] as const;
    expect(textOf(await exceptions(sample({ world: { ...world, untold } })))).toContain(
      'Overrides Not known everywhere: the evidence service did not tell. Not known.',
    );
    expect(textOf(await exceptions(sample()))).toContain('Overrides None was read.');
  });

  it('list an override once, in however many changes it is', async () => {
    const overrides = [overrideOf(1)];
    const totals = { ...sample().totals, overrides: [{ by: 'bob', count: 1 }] };
    const part = await exceptions(sample({ totals }, [reported({ overrides }), reported({ sha: sha('d'), pull: null, overrides })]));
    expect(part.match(/<tr/g)).toHaveLength(2);
    expect(part).toContain('href="#pull-41"');
  });

  it('list accepted findings with owner and end, and who let each entry in', async () => {
    const text = textOf(await exceptions(year(20)));
    expect(text).toContain('1 accepted finding');
    expect(text).toContain(
      'change-without-trail (high, accepted) Nothing was recorded about the change when it landed Vendor outage, see the incident report of that day alice until 2026-12-20 the entry was merged by bob with pull request 58, carol approved it #58',
    );
    const entry = { reason: 'known', owner: 'alice', until: '2026-12-20T00:00:00Z' };
    const shown = async (by: AcceptedBy): Promise<string> =>
      textOf(await exceptions(sample({ findings: [finding({ accepted: { ...entry, by } })] })));
    const direct = { commit: sha('e'), pull: null, merged: null };
    expect(await shown({ ...direct, approved: [] })).toContain(
      'the entry came with commit eeeeeeeeeeee, which no pull request brought: nobody approved it eeeeeeeeeeee',
    );
    expect(await shown({ ...direct, approved: null })).toContain(
      'the entry came with commit eeeeeeeeeeee; who merged and approved it is not known eeeeeeeeeeee',
    );
    expect(textOf(await exceptions(sample({ findings: [finding({ accepted: entry })] })))).toContain(
      'known alice until 2026-12-20 who merged and approved the entry is not known',
    );
  });

  it('list what was left out with reason and owner, up to a number', async () => {
    const left = reported({ state: 'excluded', excluded: { reason: 'Prose alone', owner: '@acme/docs' } });
    const states = { excluded: mostExceptions + 2 };
    const many = Array.from({ length: mostExceptions + 2 }, () => left);
    const part = await exceptions(sample({ totals: { ...sample().totals, states } }, many));
    expect(rowOf(part, '#41')).toBe(`#41 Add prices ${sha('a').slice(0, 12)} 2026-11-16 10:00 UTC @acme/docs Prose alone`);
    expect(textOf(part)).toContain(`${mostExceptions + 2} changes`);
    expect(textOf(part)).toContain('Not shown here: 2 changes.');
    expect(textOf(await exceptions(sample()))).toContain("Left out None: the audit's file of now leaves nothing out.");
    const exclusions = [{ commits: [], pullRequests: [], paths: ['docs/**'], reason: 'Prose', owner: 'x' }];
    expect(textOf(await exceptions(sample({ world: { ...world, file: { ...file, exclusions } } })))).toContain(
      "Left out None, though the audit's file of now has 1 exclusion.",
    );
  });
});
