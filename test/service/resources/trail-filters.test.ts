import { expect, test } from 'vitest';
import { field, world, type World } from '../support.ts';

const trails = [
  { flow: 'f', trail: 'red', branch: 'main', message: 'Round up', compliant: false },
  { flow: 'f', trail: 'green', branch: 'main', message: 'Sum it up', compliant: true },
  { flow: 'g', trail: 'other', branch: 'fix/till', message: 'Round down', compliant: true },
];

async function filled(): Promise<World> {
  const it = await world();
  for (const { branch, compliant, flow, message, trail } of trails)
    await it.form('POST', `/attestations/acme/${flow}/trail/${trail}/generic`, {
      attestation_name: 'unit',
      is_compliant: compliant,
      git_commit_info: { sha1: 'c'.repeat(40), branch, message, author: 'Ada L <ada@example.org>' },
      user_data: { compliance_evidence: { pull_request: 7 } },
    });
  return it;
}

const names = (body: unknown) => {
  const data = field(body, 'data');
  return Array.isArray(data) ? data.map((trail) => `${String(field(trail, 'flow.name'))}/${String(field(trail, 'name'))}`) : data;
};

test.each([
  ['state=non-compliant', ['f/red'], 1],
  ['state=COMPLIANT&flow=f', ['f/green'], 1],
  ['branch=main', ['f/green', 'f/red'], 2],
  ['branch=main&state=compliant', ['f/green'], null],
  ['author=Ada%20L', ['g/other', 'f/green', 'f/red'], 3],
  ['author=Ada%20L%20%3Cada%40example.org%3E&flow=g', ['g/other'], 1],
  ['pull_request=%237', ['g/other', 'f/green', 'f/red'], 3],
  ['text=ROUND', ['g/other', 'f/red'], null],
  ['since=2020-01-01', ['g/other', 'f/green', 'f/red'], 3],
  ['until=2020-01-01', [], 0],
  ['branch=&text=sum', ['f/green'], null],
])('the trails of an organization are filtered by %s', async (query, expected, total) => {
  const { body, status } = await (await filled()).get(`/trails/acme?${query}`);
  expect([status, names(body), field(body, 'total'), field(body, 'next')]).toEqual([200, expected, total, null]);
});

test('a filtered list goes on with what its answer says is next', async () => {
  const it = await filled();
  const first = (await it.get('/trails/acme?pull_request=7&per_page=2')).body;
  expect(names(first)).toEqual(['g/other', 'f/green']);
  const rest = (await it.get(`/trails/acme?pull_request=7&per_page=2&before=${String(field(first, 'next'))}`)).body;
  expect([names(rest), field(rest, 'next')]).toEqual([['f/red'], null]);
});

test.each([
  ['state=red', 400, 'query.state'],
  ['since=yesterday', 400, 'query.since'],
  ['until=2026-02-31', 400, 'query.until'],
  ['pull_request=x', 400, 'query.pull_request'],
  ['before=x', 400, 'query.before'],
  ['branch=main&page=2', 400, 'query.page'],
  ['branch=main&flow_tag=a%3Db', 400, 'query.flow_tag'],
])('a filter that cannot be understood is refused by name: %s', async (query, status, name) => {
  const answer = await (await world()).get(`/trails/acme?${query}`);
  expect([answer.status, Object.keys(Object(field(answer.body, 'errors')))]).toEqual([status, [name]]);
});

test('a filter in a flow that is not there is 404', async () => {
  expect((await (await world()).get('/trails/acme?branch=main&flow=nothing')).status).toBe(404);
});
