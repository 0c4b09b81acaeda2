import { expect, test } from 'vitest';
import { jobFacts } from '../../../src/service/resources/attestations/page.ts';
import { door } from '../oidc/setup.ts';
import { field, green } from '../support.ts';

const job = {
  issuer: 'https://token.actions.githubusercontent.com',
  repository: 'acme/shop',
  repository_id: '4711',
  workflow: 'acme/ci/.github/workflows/gate.yml@refs/heads/main',
  run_id: '99',
  run_attempt: '2',
  ref: 'refs/heads/main',
  event: 'push',
};

test.each([
  ['https://token.actions.githubusercontent.com', 'https://github.com/acme/shop/actions/runs/99/attempts/2'],
  ['https://token.actions.githubusercontent.com/acme', 'https://github.com/acme/shop/actions/runs/99/attempts/2'],
  ['https://ghes.example/_services/token', 'https://ghes.example/acme/shop/actions/runs/99/attempts/2'],
])('a job of the issuer %s is linked to its run', (issuer, address) => {
  const shown = String(jobFacts({ ...job, issuer }));
  expect(shown).toContain(`<a href="${address}"`);
  expect(shown).toContain('>run 99, attempt 2</a> of acme/shop (id 4711), push at refs/heads/main');
  expect(shown).toContain('<code>acme/ci/.github/workflows/gate.yml@refs/heads/main</code>');
});

test('a job of another issuer has no link, and no name of it becomes markup', () => {
  const shown = String(jobFacts({ ...job, issuer: 'https://other.example', workflow: '<b>bold</b>', ref: '"onclick=' }));
  expect(shown).not.toMatch(/<a |<b>|"onclick/);
  const hostile = String(jobFacts({ ...job, repository: 'evil?x#', run_id: '1/../2' }));
  expect(hostile).toContain('href="https://github.com/evil%3Fx%23/actions/runs/1%2F..%2F2/attempts/2"');
});

test.each([undefined, null, 'x', {}, { repository: 'acme/shop' }])('of %j there is nothing to show', (value) => {
  expect(jobFacts(value)).toBeUndefined();
});

test('the page of a record and the record itself say which job made it, and nothing of the kind without one', async () => {
  const { exchange, issuer, it, rule } = await door();
  await rule();
  const access = String(field((await exchange()).body, 'access_token'));
  const recorded = { attestation_name: 'unit', junit_results: [green] };
  const record = async (token: string, trail: string): Promise<string> => {
    const made = await it.as(token).form('POST', `/attestations/acme/shop/trail/${trail}/junit`, recorded);
    return String(field(made.body, 'attestation_id'));
  };
  const admin = 'a-token-for-tests-only-admin';
  const [byJob, byToken] = [await record(access, 'one'), await record(admin, 'two')];
  const page = async (trail: string, id: string): Promise<string> => {
    const url = `${it.service.url}/acme/flows/shop/trails/${trail}?attestation_id=${id}`;
    return await (await fetch(url, { headers: { authorization: `Bearer ${admin}` } })).text();
  };
  const shown = await page('one', byJob);
  expect(shown).toContain(`<b>github:${new URL(issuer.url).host}/acme/shop</b>`);
  expect(shown).toContain('run 99, attempt 2 of acme/shop (id 4711), push at refs/heads/main');
  expect(await page('two', byToken)).not.toContain('Job');
  const { body } = await it.as(admin).get('/attestations/acme/shop/trail/one/unit');
  expect(JSON.stringify(body)).toContain('"repository_id":"4711"');
});
