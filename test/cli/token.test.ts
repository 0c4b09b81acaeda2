import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { listTokens } from '../../src/cli/list-tokens.ts';
import { openTerminal, type Terminal } from '../../src/cli/terminal.ts';
import { createToken, narrowToken, rotateToken, signOut, type TokenOptions } from '../../src/cli/token.ts';
import { utcTime } from '../../src/presentation/index.ts';
import { tokenHash } from '../../src/service/auth/authenticators.ts';
import { complianceRules } from '../../src/service/evidence/rules.ts';
import * as service from '../../src/service/index.ts';
import { openStore } from '../../src/service/store/open-data.ts';

let data: string;
let out: string[];
let err: string[];
let json: unknown[];
let terminal: Terminal;

beforeEach(async () => {
  const home = await mkdtemp(join(tmpdir(), 'tokens-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  [data, out, err, json] = [home, [], [], []];
  terminal = {
    ...openTerminal(),
    columns: 200,
    style: (_, text) => text,
    out: (line) => void out.push(...line.split('\n')),
    err: (line) => void err.push(line),
    json: (value) => void json.push(value),
  };
});

const make = (more: Partial<TokenOptions> = {}) =>
  createToken({ data, init: true, user: 'ada', org: ['acme'], role: 'member', ...more }, terminal);
const now = () => Date.now() / 1000;
const tokens = () => service.listTokens(data);

describe('token create', () => {
  test('prints the token alone, and says next to it when it ends: after a year, if nobody says otherwise', async () => {
    await make({ label: 'tests of shop' });
    const [token] = await tokens();
    expect(out).toEqual([expect.stringMatching(/^ce_\S{43}$/)]);
    expect(token).toMatchObject({ user: 'ada', label: 'tests of shop' });
    expect(token?.expiresAt).toBeCloseTo(now() + 365 * 86_400, -2);
    expect(err).toEqual([`This token ends ${utcTime(token?.expiresAt)}; --expires names another time, or never.`]);
  });

  test.each([
    ['90d', () => now() + 90 * 86_400],
    ['12h', () => now() + 12 * 3600],
    ['30m', () => now() + 1800],
    ['2100-01-31', () => Date.UTC(2100, 0, 31) / 1000],
    ['2100-01-31T10:00:00+02:00', () => Date.UTC(2100, 0, 31, 8) / 1000],
  ])('takes the end %s', async (expires, end) => {
    await make({ expires });
    expect((await tokens())[0]?.expiresAt).toBeCloseTo(end(), -2);
  });

  test('takes never, and warns', async () => {
    await make({ expires: 'never' });
    expect((await tokens())[0]).not.toHaveProperty('expiresAt');
    expect(err).toEqual(['warning: this token never ends; --expires 90d gives it an end']);
  });

  test.each([
    ['90', /not a time: "90"/],
    ['soon', /not a time/],
    ['0d', /not in the future/],
    ['2001-01-01', /not in the future/],
    ['2100-13-01', /no day of the calendar/],
    ['2100-02-30', /no day of the calendar/],
    ['', /not a time/],
  ])('refuses the end %j, and makes nothing', async (expires, message) => {
    await expect(make({ expires })).rejects.toThrow(message);
    await expect(tokens()).rejects.toThrow(/There is no database|holds no data/);
  });

  test.each([
    [{ flow: ['a b'] }, /'a b' is no name for a flow/],
    [{ flow: ['shop'], role: 'admin' }, /The role admin is for a whole organization/],
    [{ flow: ['shop'], role: 'auditor' }, /The role auditor is for a whole organization/],
    [{ flow: ['shop'], role: 'snapshotter' }, /The role snapshotter is for a whole organization/],
    [{ label: 'two\nlines' }, /A label has 1 to 100 characters on one line/],
    [{ role: 'boss' }, /--role does not know boss/],
  ])('refuses %j', async (more, message) => {
    await expect(make(more)).rejects.toThrow(message);
  });

  test('makes the first organizations, and another one only if that is asked for', async () => {
    await make({ org: ['acme', 'globex'] });
    for (const init of [true, false]) {
      await expect(make({ init, org: ['globex', 'acmee'] })).rejects.toMatchObject({
        message: "There is no organization 'acmee'. Nothing was made.",
        fix: 'Did you mean acme? To make it, add --new-org.',
      });
    }
    expect(await tokens()).toHaveLength(1);
    await make({ org: ['initech', 'acme'], newOrg: true });
    await make({ org: ['initech'] });
    expect(await tokens()).toHaveLength(3);
  });

  test('with a token of its own runs again and again, until that token ends; another end is refused if it is earlier', async () => {
    const own = { token: 'one-of-our-own-making' };
    await make(own);
    const [first] = await tokens();
    await make(own);
    await make({ ...own, expires: '400d' });
    expect(await tokens()).toEqual([first]);
    await expect(make({ ...own, expires: '30d' })).rejects.toThrow(
      /This token is for acme \(member\), until .* UTC, and that never changes/,
    );
    await expect(make({ ...own, flow: ['shop'] })).rejects.toThrow(/and that never changes/);
    expect(out).toEqual(Array(3).fill('one-of-our-own-making'));
  });
});

describe('a token in the place of another one', () => {
  test('is like it, lives as long, and leaves it 24 hours', async () => {
    await make({ label: 'tests', flow: ['shop'], role: 'recorder', expires: '90d' });
    const [old] = await tokens();
    await rotateToken({ data, overlap: '24h' }, old?.id ?? '', terminal);
    const [replaced, made] = (await tokens()).toSorted((one, other) => Number(other.isReplaced) - Number(one.isReplaced));
    expect(replaced).toMatchObject({ id: old?.id, isReplaced: true });
    expect(replaced?.expiresAt).toBeCloseTo(now() + 86_400, -2);
    expect(made).toMatchObject({ user: 'ada', label: 'tests', flows: ['shop'], roles: new Map([['acme', 'recorder']]) });
    expect(made?.expiresAt).toBeCloseTo(now() + 90 * 86_400, -2);
    expect(out.at(-1)).toMatch(/^ce_/);
    expect(out.at(-1)).not.toBe(out[0]);
    expect(err.slice(1)).toEqual([
      expect.stringMatching(`^The token ${old?.id} of ada is taken until .* UTC\\.$`),
      expect.stringMatching(/^This token ends .* UTC\.$/),
    ]);
    // A second one is not made for the few hours that the first was left.
    await rotateToken({ data, overlap: '0' }, old?.id ?? '', terminal);
    expect((await tokens()).filter(({ expiresAt = 0 }) => expiresAt > now() + 89 * 86_400)).toHaveLength(2);
    expect(err).toContainEqual(expect.stringMatching(`^The token ${old?.id} of ada ended .* UTC\\.$`));
  });

  test('may do less, and never more', async () => {
    await make({ flow: ['shop', 'cart'] });
    const id = (await tokens())[0]?.id ?? '';
    const narrow = (more: object) => narrowToken({ data, overlap: '0', ...more }, id, terminal);
    await expect(narrow({})).rejects.toThrow(/Nothing says what the other token may do less/);
    await expect(narrow({ flow: ['pay'] })).rejects.toThrow(`The token ${id} is not for the flow 'pay'`);
    await expect(narrow({ role: 'admin' })).rejects.toThrow(/cannot be narrowed|may do more/);
    await expect(narrow({ role: 'snapshotter' })).rejects.toThrow(/The role snapshotter is for a whole organization/);
    for (const same of [{ role: 'member' }, { flow: ['cart', 'shop'] }, { flow: ['shop', 'cart'], role: 'member' }])
      await expect(narrow(same)).rejects.toThrow(`The token ${id} may do no more than that already. It stays as it is.`);
    await narrow({ flow: ['cart'], role: 'recorder' });
    const made = (await tokens()).find(({ isReplaced }) => !isReplaced);
    expect(made).toMatchObject({ flows: ['cart'], roles: new Map([['acme', 'recorder']]) });
  });

  test('must have one to replace', async () => {
    await make();
    await expect(rotateToken({ data, overlap: '24h' }, 'nothing', terminal)).rejects.toThrow(/No token has the identifier 'nothing'/);
    await expect(rotateToken({ data, overlap: 'x' }, 'nothing', terminal)).rejects.toThrow(/--overlap is not a time: "x"/);
  });
});

describe('token list', () => {
  test('shows what each token is for and when it ends, in columns that line up, and warns of those that end soon', async () => {
    const user = (name: string) => ({ dataDir: data, user: name, orgs: ['acme'], role: 'recorder' }) as const;
    await service.createToken({ ...user('a'), label: 'älter', flows: ['shop', 'cart'], expiresAt: now() + 12.5 * 86_400 });
    await service.createToken({ ...user('b'), expiresAt: now() + 14.5 * 86_400 });
    await service.createToken({ ...user('c'), expiresAt: now() + 0.001 });
    await service.createToken(user('d'));
    const [first] = await tokens();
    await rotateToken({ data, overlap: '90m' }, (await tokens())[3]?.id ?? '', terminal);
    [out, err] = [[], []];
    expect(await listTokens({ data }, terminal)).toBe(0);
    const head = out[0] ?? '';
    const cells = out.map((line) =>
      ['USER', 'LABEL', 'ORGANIZATIONS', 'FLOWS', 'CREATED', 'MADE BY', 'LAST USED', 'ENDS', 'TAKEN'].map((name, index, all) => {
        const next = all[index + 1];
        return line.slice(head.indexOf(name), next === undefined ? undefined : head.indexOf(next)).trim();
      }),
    );
    expect(new Set(cells.slice(1).map((row) => row.join(' | ')))).toEqual(
      new Set(
        [
          ['a', 'älter', 'acme (recorder)', 'shop, cart', 'just now', 'operator', 'never', 'in 12 days', 'yes, ends soon'],
          ['b', '', 'acme (recorder)', 'all', 'just now', 'operator', 'never', 'in 14 days', 'yes'],
          ['c', '', 'acme (recorder)', 'all', 'just now', 'operator', 'never', 'just now', 'no: ended'],
          ['d', '', 'acme (recorder)', 'all', 'just now', 'operator', 'never', 'in 1 hour', 'yes, replaced'],
          ['d', '', 'acme (recorder)', 'all', 'just now', 'operator', 'never', 'never', 'yes'],
        ].map((row) => row.join(' | ')),
      ),
    );
    expect(out.some((line) => line.startsWith(first?.id ?? '?'))).toBe(true);
    expect(err).toEqual(['warning: 1 token will end within 14 days; `token rotate ID` makes another one like it']);
  });

  test('with --json prints each token with its roles and limits, and no token itself', async () => {
    const secret = await service.createToken({ dataDir: data, user: 'ada', orgs: ['acme', 'globex'], role: 'member' });
    const expiresAt = Date.UTC(2100, 0, 31) / 1000;
    await service.createToken({ dataDir: data, user: 'ci', orgs: ['acme'], role: 'recorder', label: 'l', flows: ['f'], expiresAt });
    const [first, second] = await tokens();
    expect(await listTokens({ data, json: true }, terminal)).toBe(0);
    const plain = { machine: false, label: null, flows: null, made_by: 'operator', last_used_at: null, expires_at: null, state: 'valid' };
    const organizations = [
      { org: 'acme', role: 'member' },
      { org: 'globex', role: 'member' },
    ];
    const limits = { machine: false, label: 'l', flows: ['f'], expires_at: '2100-01-31T00:00:00.000Z' };
    expect(json).toEqual([
      {
        tokens: [
          { ...plain, id: first?.id, user: 'ada', organizations, created_at: expect.stringMatching(/^\d{4}-.*Z$/) },
          {
            ...plain,
            ...limits,
            id: second?.id,
            user: 'ci',
            organizations: organizations.slice(0, 1).map((each) => ({ ...each, role: 'recorder' })),
            created_at: expect.any(String),
          },
        ],
      },
    ]);
    expect(JSON.stringify(json)).not.toContain(secret);
    for (const token of await tokens()) await service.revokeToken(data, token.id);
    expect(await listTokens({ data, json: true }, terminal)).toBe(0);
    expect(json[1]).toEqual({ tokens: [] });
  });
});

describe('member sign-out', () => {
  test('ends the sessions of somebody, and of nobody else; and says who is signed in where the name is another one', async () => {
    for (const user of ['ada', 'bob']) {
      const token = `the-token-of-${user}`;
      await service.createToken({ dataDir: data, user, orgs: ['acme'], role: 'reader', token });
      const store = await openStore(data, complianceRules);
      const principal = await store.authenticate(tokenHash(token));
      if (principal === undefined) throw new Error('The token is not known.');
      await store.beginSession(`a session of ${user}`, principal);
      await store.close();
    }
    for (const asked of [
      { user: 'eve', org: 'acme' },
      { user: 'ada', org: 'nowhere' },
    ]) {
      const fix = 'Signed in are: ada and bob.';
      await expect(signOut({ data, ...asked }, terminal)).rejects.toMatchObject({ code: 'invalid-input', fix });
    }
    expect(await signOut({ data, user: 'ada', org: 'acme' }, terminal)).toBe(0);
    expect(out).toEqual(['Ended 1 session of ada.']);
    const store = await openStore(data, complianceRules);
    onTestFinished(() => store.close());
    expect((await store.listSessions()).map(({ userName }) => userName)).toEqual(['bob']);
  });
});
