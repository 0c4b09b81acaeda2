import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tokenHash } from '../../../src/service/auth/authenticators.ts';
import { listTokens, revokeToken } from '../../../src/service/index.ts';
import { append, writing, type Author } from '../../../src/service/log/chain.ts';
import type { Content } from '../../../src/service/log/kinds.ts';
import { migrations } from '../../../src/service/migrations/migrations.ts';
import { query, sql, verbatim, type Steps } from '../../../src/service/sql/sql.ts';
import { connect, drive } from '../../../src/service/sqlite/connection.ts';
import { folder, world } from '../support.ts';
import { problems } from './tamper.ts';

const first = { id: '00000001', hash: tokenHash('the-first-token-of-ada') };
const second = { id: '00000002', hash: tokenHash('the-second-token-of-ada') };

function* record(org: string, content: Content): Steps<void> {
  const author: Author = { orgId: org, orgName: org, userName: 'operator', credential: { kind: 'operator', id: 'token create' } };
  yield* writing(author, 1000, (chain) => append(chain, content, `${org}${chain.sequence}`));
}

/** The data of a program that gave roles to users: `ada` was a reader in `acme`, was raised there, and came to `globex`. */
function* asItWasOnce(): Steps<void> {
  yield* query(sql`create table migrations (version integer primary key, name text not null, applied_at double precision not null)`);
  for (const { version, name, statements } of migrations.slice(0, 7)) {
    for (const statement of statements) yield* query(verbatim(statement));
    yield* query(sql`insert into migrations values (${version}, ${name}, ${1000})`);
  }
  for (const org of ['acme', 'globex'])
    yield* query(sql`insert into organizations values (${org}, ${org}, 0, ${'0'.repeat(64)}, 0, 0, 0, 0)`);
  // The records are written as they are today, which counts more.
  const later = ['archived_at double precision', 'log_bytes bigint default 0', 'file_bytes bigint default 0'];
  for (const column of later) yield* query(verbatim(`alter table organizations add column ${column}`));
  yield* query(sql`insert into users values ('u', 'ada')`);
  const member = { kind: 'member_reported', user: 'ada', user_id: 'u' } as const;
  yield* record('acme', { ...member, role: 'reader', tokens: [first] });
  yield* record('acme', { ...member, role: 'member', tokens: [first, second] });
  yield* record('globex', { ...member, role: 'admin', tokens: [first, second] });
  for (const column of later) yield* query(verbatim(`alter table organizations drop column ${column.split(' ')[0] ?? ''}`));
  for (const { hash, id } of [first, second]) yield* query(sql`insert into tokens values (${id}, 'u', ${hash})`);
  yield* query(sql`insert into memberships values ('acme', 'u', 'member', null), ('globex', 'u', 'admin', null)`);
}

async function earlier(): Promise<string> {
  const home = await folder();
  const connection = connect(join(home, 'evidence.db'), { readOnly: false });
  drive(connection, asItWasOnce());
  connection.close();
  return home;
}

test('tokens of a program that gave roles to users keep what they could do, and the record holds', async () => {
  const home = await earlier();
  const it = await world(home);
  for (const token of ['the-first-token-of-ada', 'the-second-token-of-ada']) {
    const as = it.as(token);
    expect((await as.get('/flows/acme')).status).toBe(200);
    expect((await as.form('PUT', '/flows/globex/template_file', { name: 'f' })).status).toBeLessThan(300);
  }
  const roles = new Map([
    ['acme', 'member'],
    ['globex', 'admin'],
  ]);
  const known = [first, second].map(({ id }) => expect.objectContaining({ id, user: 'ada', roles, isReplaced: false }));
  const listed = await listTokens(home);
  expect(listed).toEqual(expect.arrayContaining(known));
  expect(listed.every((token) => !('label' in token || 'flows' in token || 'expiresAt' in token))).toBe(true);
  await it.service.close();
  expect(await problems(home)).toBe('');
  expect(await problems(home, { org: 'globex' })).toBe('');
});

test('such a token is taken back in all its organizations, and the record holds', async () => {
  const home = await earlier();
  expect(await revokeToken(home, first.id)).toBe('ada');
  expect((await listTokens(home)).map(({ id }) => id)).toEqual([second.id]);
  expect(await problems(home)).toBe('');
});

test('such data is not verified before it is brought up to date', async () => {
  await expect(problems(await earlier())).rejects.toThrow(/The data is of version 7/);
});
