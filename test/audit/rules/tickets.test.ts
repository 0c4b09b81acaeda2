import { describe, expect, it } from 'vitest';
import type { NamedTickets } from '../../../src/audit/facts/line.ts';
import { fileInForce, type TicketDemand } from '../../../src/audit/file/audit-file.ts';
import type { AuditedChange } from '../../../src/audit/population/change.ts';
import { ticketOf } from '../../../src/audit/rules/tickets.ts';
import { rulesFor } from '../../../src/audit/rules/rules.ts';
import { alice, pull } from '../reviews/pull.ts';
import { approved, auditFile, change, foundBy, outcomes, push, said, world } from './delivery-change.ts';

const rule = 'change-without-ticket';
const asking = (more: Partial<TicketDemand> = {}) =>
  auditFile({ ticket: { patterns: ['SHOP-\\d+'], in: ['branch', 'title', 'body', 'commits'], from: null, except: [], ...more } });

/** A change of which a place each says something. */
function naming(places: Readonly<Record<string, string | null>>, more: Partial<AuditedChange> = {}, of = change(more)): AuditedChange {
  const tickets: NamedTickets = Object.entries(places).map(([place, ticket]) => ({
    in: place === 'title' ? 'title' : place === 'body' ? 'body' : 'landed',
    named: ticket === null || ticket === '' ? [] : [ticket],
    ...(ticket === null ? { untold: `its ${place} is gone` } : {}),
  }));
  const file = 'file' in more ? (more.file ?? null) : asking();
  return { ...of, file, fact: { ...of.fact, tickets: { [of.pull === undefined ? '' : String(of.pull.number)]: tickets } } };
}

describe('a change where the file asks for a ticket', () => {
  it('passes with one, is found without, and is not tested where a place could not be read', () => {
    expect(said(rule, naming({ title: '', commits: 'SHOP-1' }))).toEqual(['passed']);
    expect(said(rule, naming({ title: null, commits: 'SHOP-1' }))).toEqual(['passed']);
    expect(foundBy(rule, naming({ title: '', commits: '' }))[0]?.message).toMatch(
      /^#42 .*, merged by .*landed on main.*, and names no ticket\.$/,
    );
    expect(outcomes(rule, naming({ title: '', body: null }))).toEqual([
      { kind: 'not-tested', why: expect.stringContaining('its body is gone'), lack: 'answer' },
    ]);
  });

  it('is not tested where it was not collected, or nobody tells of its pull request', () => {
    expect(said(rule, { ...change(), file: asking() })).toEqual(['not-tested']);
    const told = { kind: 'untold' as const, source: 'pull-requests' as const, why: 'no token', fix: '' };
    const pushed = naming({ commits: '' }, {}, push());
    expect(said(rule, pushed)).toEqual([expect.stringMatching(/^commit /)]);
    expect(said(rule, pushed, world({ untold: [told] }))).toEqual(['not-tested']);
    expect(said(rule, naming({ commits: '' }, { file: asking({ in: ['commits'] }) }, push()), world({ untold: [told] }))).toEqual([
      expect.stringMatching(/^commit /),
    ]);
  });

  it('needs none where it is left out, changes nothing, or began the repository', () => {
    const silent = (of: AuditedChange) => expect([ticketOf(of, world()), said(rule, of)]).toEqual([undefined, ['not-applicable']]);
    silent(naming({ title: '' }, { file: auditFile() }));
    silent(naming({ title: '' }, { excluded: { reason: 'r', owner: 'o' } }));
    silent(naming({ title: '' }, { paths: [] }));
    silent(naming({ commits: '' }, {}, push({}, { beginning: true })));
  });

  it('is judged by the demand of today where the file of then had none, and is not excused by it', () => {
    const within = world({ file: asking() });
    expect(said(rule, naming({ title: '' }, { file: null }), within)).toEqual([expect.stringMatching(/^commit /)]);
    const open = world({ file: asking({ except: [{ accounts: [], paths: ['**'], branches: [], labels: [], reason: 'r' }] }) });
    expect(said(rule, naming({ title: '' }), open)).toEqual([expect.stringMatching(/^commit /)]);
    expect(said('control-weakened', naming({ title: '' }), open)).toEqual([expect.stringMatching(/^commit /)]);
    expect(said('control-weakened', naming({ title: 'SHOP-1' }), open)).toEqual(['passed']);
  });

  it('keeps the demand of an unreadable file without what lets it off', () => {
    const today = asking({ from: '2027-01-01T00:00:00Z', except: [{ accounts: [1], paths: [], branches: [], labels: [], reason: 'r' }] });
    expect(fileInForce('x', { file: today, files: new Map([['x', null]]) })?.ticket).toMatchObject({ from: null, except: [] });
  });
});

describe('a change that is excepted', () => {
  const except = (one: Partial<TicketDemand['except'][number]>) =>
    asking({ except: [{ accounts: [], paths: [], branches: [], labels: [], reason: 'Not here.', ...one }] });
  const state = (one: Parameters<typeof except>[0], more: Partial<AuditedChange> = {}) =>
    ticketOf(naming({ title: '' }, { file: except(one), ...more }), world());
  const labelled = pull({ ...approved, labels: [{ name: 'Docs', at: '2026-11-02T10:00:00Z', by: alice }] });

  it('is so where all of an entry is so, with its reason', () => {
    expect(state({ paths: ['src/**'] })).toEqual({ state: 'excepted', named: [], why: 'Not here.' });
    expect(state({ paths: ['src/**'], branches: ['main'], labels: ['docs'] }, { pull: labelled })?.state).toBe('excepted');
    expect(state({ accounts: [alice.id] })?.state).toBe('excepted');
  });

  it('is not so where a part of it is not so', () => {
    expect(state({ paths: ['docs/**'] })?.state).toBe('without');
    expect(state({ paths: ['**'] }, { paths: ['src/a.ts', '.github/workflows/ci.yml'] })?.state).toBe('without');
    expect(state({ paths: ['src/**'], branches: ['release/*'] })?.state).toBe('without');
    expect(state({ labels: ['docs'] })?.state).toBe('without');
    expect(state({ accounts: [999] })?.state).toBe('without');
    expect(state({ accounts: [alice.id], paths: ['docs/**'] })?.state).toBe('without');
  });

  it('is not known where git cannot tell its paths', () => {
    expect(state({ paths: ['src/**'] }, { paths: null })?.state).toBe('not known');
  });
});

describe('evidence of jira', () => {
  const file = asking({ in: ['title', 'jira'] });
  const nobody = { commit: null, fingerprint: null, target: null, by: null, override: null, tests: null, run: null };
  const record = (compliant: boolean | null, at = '2026-11-02T11:00:00Z') => ({
    ...nobody,
    id: '1',
    name: 'ticket',
    type: 'jira',
    byForkClaim: false,
    read: true,
    compliant,
    at,
  });
  const withRecord = (one: ReturnType<typeof record>, commits?: readonly string[]) => {
    const of = naming({ title: '' }, { file });
    const none = { url: null, template: null, templateVersion: null, ownTemplate: null, artifacts: [], cut: false };
    const about = { commits: commits ?? [of.tip.sha], records: [one] };
    const trail = { ...none, ...about, flow: 'unit', name: 'v1', at: one.at, state: 'COMPLIANT' };
    return { ...of, trails: new Map([['unit/v1', trail]]) };
  };

  it('names one where each issue existed, before the landing, on a trail of the change', () => {
    expect(ticketOf(withRecord(record(true)), world())).toEqual({ state: 'named', named: ['jira'], why: null });
    expect(ticketOf(withRecord(record(false)), world())?.state).toBe('without');
    expect(ticketOf(withRecord(record(true, '2026-11-30T00:00:00Z')), world())?.state).toBe('without');
    expect(ticketOf(withRecord(record(true), ['f'.repeat(40)]), world())?.state).toBe('without');
  });

  it('is not known to an audit that asks no service, or whose service did not answer', () => {
    const within = world();
    const github = { ...within, header: { ...within.header, evidence: 'github' as const } };
    expect(outcomes(rule, naming({ title: '' }, { file }), github)).toMatchObject([{ kind: 'not-tested', lack: 'service' }]);
    const away = world({ untold: [{ kind: 'untold', source: 'trails', why: 'away', fix: '' }] });
    expect(outcomes(rule, naming({ title: '' }, { file }), away)).toMatchObject([{ kind: 'not-tested', lack: 'answer' }]);
  });
});

it('the rule is listed where a file that counts asks, and nowhere else', () => {
  const has = (within: ReturnType<typeof world>) => rulesFor(within).some(({ name }) => name === rule);
  expect(has(world())).toBe(false);
  expect(has(world({ file: auditFile(), files: new Map([['a', auditFile()]]) }))).toBe(false);
  expect(has(world({ file: asking() }))).toBe(true);
  expect(has(world({ file: auditFile(), files: new Map([['a', asking()]]) }))).toBe(true);
});
