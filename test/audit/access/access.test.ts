import { describe, expect, it } from 'vitest';
import { accessCsv, openAccess, type AccessAt } from '../../../src/audit/access/access.ts';
import { link } from '../../service/store/stranger.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The answer of a log of these records about a moment; each record is a second after the one before, from second 1 on. */
function accessAt(second: number, records: readonly Fields[], { said }: { readonly said?: string } = {}): AccessAt {
  const at = new Date(second * 1000).toISOString();
  const access = openAccess('acme', '7', at);
  let head = '0'.repeat(64);
  records.forEach((fields, index) => {
    const sequence = index + 1;
    const record = { version: 2, org: 'acme', org_id: '7', id: `r${sequence}`, created_at: sequence, ...operator, ...fields };
    const body = JSON.stringify(record);
    head = link(head, sequence, record.version, body);
    access.add({ body, link: head, sequence });
  });
  return access.result({ sequence: records.length, link: said ?? head });
}

const operator = { reported_by: 'operator', credential: { kind: 'operator', id: 'token create' } };
const token = (id: string, more: Fields = {}): Fields => ({
  kind: 'token_made',
  user: 'ada',
  user_id: 'u1',
  token_id: id,
  token_hash: 'h',
  role: 'member',
  ...more,
});
const rule: Fields = {
  kind: 'oidc_rule_added',
  rule_id: 'r',
  issuer: 'https://issuer',
  audience: 'aud',
  repository: 'acme/shop',
  repository_id: '1',
  role: 'recorder',
  ref: 'refs/heads/main',
  events: ['push', 'schedule'],
  flows: ['shop'],
};

/** `id role yes/no until`, of each. */
function stateOf({ access }: AccessAt): readonly string[] {
  return access.map(({ id, inForce, role, until }) => `${id} ${role} ${inForce ? 'yes' : 'no'} ${until ?? '-'}`);
}

const second = (number: number): string => new Date(number * 1000).toISOString();

describe('who had access at a moment', () => {
  it('is who was granted something up to then, by whom, and what its role may', () => {
    const said = accessAt(2, [token('a'), rule, token('later')]);
    expect(said).toEqual({
      org: 'acme',
      at: second(2),
      head: { sequence: 2, link: expect.stringMatching(/^[0-9a-f]{64}$/) },
      problems: [],
      access: [
        {
          kind: 'token',
          id: 'a',
          who: 'ada',
          label: null,
          machine: false,
          role: 'member',
          may: ['evidence', 'override', 'approve', 'define', 'snapshot', 'read'],
          flows: null,
          grantedAt: second(1),
          grantedBy: 'operator, with the command token create',
          until: null,
          inForce: true,
          takenBackAt: null,
          takenBackBy: null,
          replaces: null,
          jobs: null,
        },
        {
          kind: 'job-rule',
          id: 'r',
          who: 'jobs of acme/shop: ref refs/heads/main, event push or schedule, issuer https://issuer, audience aud',
          label: null,
          machine: false,
          role: 'recorder',
          may: ['evidence', 'read'],
          flows: ['shop'],
          grantedAt: second(2),
          grantedBy: 'operator, with the command token create',
          until: null,
          inForce: true,
          takenBackAt: null,
          takenBackBy: null,
          replaces: null,
          jobs: 0,
        },
      ],
    });
  });

  it('ends where a token expires, or at the end that was set later, whichever comes first', () => {
    const end = (at: number): Fields => ({ kind: 'token_end_set', user: 'ada', user_id: 'u1', token_id: 'a', ends_at: at });
    const made = token('a', { expires_at: 10 });
    expect(stateOf(accessAt(9, [made]))).toEqual([`a member yes ${second(10)}`]);
    expect(stateOf(accessAt(10, [made]))).toEqual([`a member no ${second(10)}`]);
    expect(stateOf(accessAt(5, [made, end(8), end(6)]))).toEqual([`a member yes ${second(6)}`]);
    expect(stateOf(accessAt(6, [made, end(6)]))).toEqual([`a member no ${second(6)}`]);
    expect(stateOf(accessAt(9, [made, end(20)]))).toEqual([`a member yes ${second(10)}`]);
  });

  it('ends with what takes it back, and is there before, and again after another grant', () => {
    const back: Fields = { kind: 'token_revoked', user: 'ada', user_id: 'u1', token_id: 'a', reported_by: 'eve' };
    const all = [token('a', { expires_at: 9 }), rule, back, { kind: 'oidc_rule_removed', rule_id: 'r' }, token('a', { role: 'reader' })];
    expect(stateOf(accessAt(2, all))).toEqual([`a member yes ${second(9)}`, 'r recorder yes -']);
    const said = accessAt(4, all);
    expect(stateOf(said)).toEqual([`a member no ${second(9)}`, 'r recorder no -']);
    expect(said.access[0]).toMatchObject({ takenBackAt: second(3), takenBackBy: 'eve, with the command token create' });
    expect(stateOf(accessAt(5, all))).toEqual(['a reader yes -', 'r recorder no -']);
  });

  it('changes with a grant anew, which keeps the limits that it does not say', () => {
    const first = token('a', { expires_at: 9, flows: ['shop'], label: 'laptop', replaces: 'old' });
    const again = { ...token('a', { role: 'reader' }), kind: 'token_granted' };
    expect(accessAt(3, [first, again]).access).toMatchObject([
      { role: 'reader', until: second(9), flows: ['shop'], label: 'laptop', replaces: 'old', grantedAt: second(2) },
    ]);
  });

  it('is read from records of earlier programs', () => {
    const member = { kind: 'member_reported', version: 1, user: 'bob', user_id: 'u2', role: 'admin', tokens: [{ id: 'x' }, { id: 'y' }] };
    const back = { kind: 'tokens_revoked', version: 1, user: 'bob', user_id: 'u2', tokens: ['x'] };
    expect(stateOf(accessAt(3, [member, back]))).toEqual(['x admin no -', 'y admin yes -']);
  });

  it('counts the jobs that a rule let in', () => {
    const job = { kind: 'job_let_in', credential: { kind: 'oidc', id: 'r' }, access_hash: 'h', id_token_hash: 'h', expires_at: 9 };
    expect(accessAt(9, [rule, job, job, { kind: 'job_access_ended' }])).toMatchObject({ problems: [], access: [{ jobs: 2 }] });
  });

  it('is known where people sign in to the pages with tokens, and not whole where they do so by their groups', () => {
    const said = (kind: string, by: string): Fields => ({ kind, user: 'ada', user_id: 'u1', credential: { kind: by, id: 'a' } });
    const ofToken = [token('a'), said('signed_in', 'token'), said('signed_out', 'token'), said('signed_out', 'person')];
    expect(accessAt(9, ofToken).problems).toEqual([]);
    expect(accessAt(9, [...ofToken, said('signed_in', 'person')]).problems).toEqual([expect.stringContaining('of the kind signed_in')]);
  });

  it('is not known where the log does not hold, or a record may be about access and cannot be read', () => {
    const problems = (second: number, records: readonly Fields[]) => accessAt(second, records).problems;
    expect(problems(3, [token('a'), { kind: 'attestation' }, { kind: 'flow_reported' }])).toEqual([]);
    expect(accessAt(3, [token('a')], { said: '1'.repeat(64) }).problems).toEqual([expect.stringMatching(/^The records end with the head/)]);
    expect(problems(3, [{ kind: 'group_joined' }])).toEqual([
      'Record 1 is of the kind group_joined, which this program cannot read: it may be about access',
    ]);
    expect(problems(3, [token('a', { role: 7 })])).toEqual([expect.stringContaining('Record 1 is of the kind token_made')]);
    expect(problems(3, [{ kind: 'token_made', created_at: 'soon' }])).toContain('Record 1 cannot be read, and may be about access');
    // It came after the moment.
    expect(problems(0, [{ kind: 'group_joined' }])).toEqual([]);
  });

  it('names the administrator who made the token of a machine, and it is theirs', () => {
    const by = { machine: true, reported_by: 'grace', credential: { kind: 'token', id: 'of-grace' } };
    const { access } = accessAt(3, [token('a', by), token('b'), { ...rule, ...by, kind: 'oidc_owner_rule_added', repository: 'acme/*' }]);
    expect(access.map(({ grantedBy, machine, who }) => [who.slice(0, 14), machine, grantedBy])).toEqual([
      ['ada', true, 'grace, with token of-grace'],
      ['ada', false, 'operator, with the command token create'],
      ['jobs of acme/*', false, 'grace, with token of-grace'],
    ]);
  });

  it('does not know what a role may that it does not know', () => {
    expect(accessAt(3, [token('a', { role: 'owner' }), token('b', { role: 'toString' })]).access.map(({ may }) => may)).toEqual([
      null,
      null,
    ]);
  });

  it('is a row each as CSV, with what is not known, and without a formula', () => {
    const said = accessAt(3, [token('a', { user: '=cmd()', role: 'owner' }), { kind: 'group_joined' }]);
    const rows = [...accessCsv(said)].map((line) => line.trim().slice(1, -1).split('","'));
    expect(rows.map(({ length }) => length)).toEqual([18, 18, 18]);
    expect(rows[1]?.slice(0, 8)).toEqual(['token', 'a', "'=cmd()", '', 'owner', 'not known', 'all', 'yes']);
    expect(rows[2]?.slice(0, 3)).toEqual([
      'not-known',
      '',
      'Record 2 is of the kind group_joined, which this program cannot read: it may be about access',
    ]);
  });
});
