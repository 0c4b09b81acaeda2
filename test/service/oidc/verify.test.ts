import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { removeOidcRule } from '../../../src/service/index.ts';
import { problems } from '../care/tamper.ts';
import { rechain } from '../store/rechain.ts';
import { field, folder, green } from '../support.ts';
import { door, type Door } from './setup.ts';

/** Data with a rule that is in force, one that was removed, and a record of a job. Two jobs were let in. */
async function kept(): Promise<Door & { readonly ids: readonly string[] }> {
  const own = await door();
  const ids = [await own.rule(), await own.rule({ role: 'reader', environment: 'staging' })];
  await removeOidcRule(own.it.dataDir, ids[1] ?? '');
  expect((await own.exchange()).status).toBe(201);
  const access = String(field((await own.exchange()).body, 'access_token'));
  const recorded = await own.it
    .as(access)
    .form('POST', '/attestations/acme/shop/trail/t/junit', { attestation_name: 'unit', junit_results: [green] });
  expect(recorded.status).toBe(201);
  await own.it.service.close();
  return { ...own, ids };
}

async function tampered(dataDir: string, change: (database: DatabaseSync) => void): Promise<string> {
  const home = await folder();
  await cp(dataDir, home, { recursive: true });
  const database = new DatabaseSync(join(home, 'evidence.db'));
  database.exec('pragma foreign_keys = off');
  change(database);
  database.close();
  return await problems(home);
}

test.each([0, 1, 2])('a rule that somebody changed, added or took away without a record is found (part %i of three)', async (part) => {
  const { ids, it } = await kept();
  expect(await problems(it.dataDir)).toBe('');
  const [rule = '', removed = ''] = ids;
  const of = (id: string): string => `where id = '${id}'`;
  const cases: readonly (readonly [string, RegExp])[] = [
    [`update oidc_rules set role = 'admin' ${of(rule)}`, /oidc_rules: role of acme\/shop is "admin", and the records say "member"/],
    [`update oidc_rules set repository_id = '666' ${of(rule)}`, /oidc_rules: repository_id of acme\/shop is "666"/],
    [`update oidc_rules set issuer = 'https://eve.example' ${of(rule)}`, /oidc_rules: issuer of/],
    [`update oidc_rules set events = 'pull_request' ${of(rule)}`, /oidc_rules: events of/],
    [`update oidc_rules set removed_at = 0 ${of(removed)}`, /oidc_rules: removed_at of acme\/shop is 0/],
    [`update oidc_rules set environment = '' ${of(removed)}`, /oidc_rules: environment of/],
    [`delete from oidc_rules ${of(rule)}`, /oidc_rules: the row of acme\/shop is missing/],
    [
      `insert into oidc_rules select org_id, 'x', issuer, audience, '666', 'eve/shop', '', '', '', '', 'admin', '', created_at, 0, '' from oidc_rules limit 1`,
      /oidc_rules: no record made the row of eve\/shop/,
    ],
  ];
  for (const [statement, finding] of cases.filter((_, at) => at % 3 === part))
    expect.soft(await tampered(it.dataDir, (database) => database.exec(statement)), statement).toMatch(finding);
});

test('a job that wrote without a rule, or by that of another repository, is found although every link holds', async () => {
  const { ids, it } = await kept();
  const [rule = ''] = ids;
  const asJob = (from: string, to: string) => (database: DatabaseSync) =>
    rechain(database, 'acme', (body) => (body.includes('"kind":"oidc"') ? body.replace(from, to) : body));
  expect(await tampered(it.dataDir, asJob('"repository_id":"4711"', '"repository_id":"666"'))).toMatch(
    /Record \d+: its job is of another repository than the rule that it was let in by/,
  );
  expect(await tampered(it.dataDir, asJob(rule, '01234567-89ab-cdef-0123-456789ab'))).toMatch(
    /Record \d+: the rule 01234567-.* that its job was let in by is in no record before it/,
  );
  expect(await tampered(it.dataDir, asJob('"run_id":"99",', ''))).toMatch(/its content is not a record/);
});

test('a job that was let in by no rule, by one that was removed, or by an ID token of before, is found although every link holds', async () => {
  const { ids, it } = await kept();
  const [rule = '', removed = ''] = ids;
  const letIn = (change: (body: string) => string) => (database: DatabaseSync) =>
    rechain(database, 'acme', (body) => (body.includes('"kind":"job_let_in"') ? change(body) : body));
  const byOperator = letIn((body) => body.replace(/"credential":.*?"kind":"oidc"}/, '"credential":{"id":"x","kind":"operator"}'));
  expect(await tampered(it.dataDir, byOperator)).toMatch(/Record \d+: no rule let its job in/);
  expect(
    await tampered(
      it.dataDir,
      letIn((body) => body.replace(rule, removed)),
    ),
  ).toMatch(/Record \d+: the rule .* was removed in a record before it/);
  const otherIssuer = letIn((body) => body.replace(/"issuer":"[^"]+"/, '"issuer":"https://eve.example"'));
  expect(await tampered(it.dataDir, otherIssuer)).toMatch(/Record \d+: its job is of another repository than the rule/);
  const twice = letIn((body) => body.replace(/"id_token_hash":"[^"]+"/, '"id_token_hash":"same"'));
  expect(await tampered(it.dataDir, twice)).toMatch(/Record \d+: the ID token of its job was taken in a record before it/);
});
