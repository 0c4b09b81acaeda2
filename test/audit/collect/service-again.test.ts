import { expect, it } from 'vitest';
import type { LaterRecords } from '../../../src/audit/collect/log-reader.ts';
import { pageOf, recordAt, serveAnswers, trailAt, type Double } from './service-double.ts';
import { read } from './service-world.ts';

const shas = Array.from({ length: 600 }, (_, index) => index.toString(16).padStart(40, '0'));
const flow = { name: 'shop', template: 'trail: {attestations: [{name: unit, type: junit}]}' };
const late = shas.slice(-5);

const statusOf = (trail: object): object =>
  'compliance_status' in trail && typeof trail.compliance_status === 'object' ? (trail.compliance_status ?? {}) : {};

/** A service of a flow with 600 trails, six pages of them; some are otherwise from a moment on. */
async function serve(trailOf: (sha: string) => object): Promise<Double> {
  const trails = () => shas.map((sha) => trailOf(sha));
  return serveAnswers((path, query) => {
    if (path === '/flows/acme') return [flow];
    if (path === '/trails/acme/shop') return pageOf(trails(), query);
    if (path.startsWith('/trails/acme/shop/')) return trailOf(path.slice('/trails/acme/shop/'.length));
    if (path !== '/attestations/acme') return [];
    return Object.fromEntries(query.getAll('commit_list').map((sha) => [sha, [recordAt(sha, 'shop')]]));
  });
}

const about = (names: readonly string[], more: Partial<LaterRecords> = {}): LaterRecords => ({
  trails: names.map((trail) => ({ flows: ['shop'], trail, commits: new Set(shas.slice(0, 1)) })),
  approvals: [],
  others: false,
  ...more,
});

const decidedBy = (id: string) => ({ compliance_status: { ...statusOf(trailAt(shas[0] ?? '')), flow_template_id: id } });

/** The kinds of question, each with how often it was asked. */
const asked = (paths: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(paths, (path) => path.replace(/\?.*/, '').replace(/[0-9a-f]{40}$/, 'TRAIL'))].map(([path, all]) => [path, all.length]),
  );

const alone = { '/api/v2/flows/acme': 1, '/api/v2/trails/acme/shop/TRAIL': 5, '/api/v2/attestations/acme': 1 };

it('asks for the trails alone that later records are about, and knows the same as who asks for all', async () => {
  let isLater = false;
  const state = { compliance_status: { ...statusOf(trailAt(shas[0] ?? '')), status: 'NON-COMPLIANT', is_compliant: false } };
  const service = await serve((sha) => trailAt(sha, isLater && late.includes(sha) ? state : {}));
  const facts = await read(service.url, { shas });
  const before = service.asked.length;
  isLater = true;
  const again = await facts.again(about(late));
  expect(asked(service.asked.slice(before))).toEqual(alone);
  expect(again?.trailsAbout(late).map((trail) => trail.state)).toEqual(late.map(() => 'NON-COMPLIANT'));
  const fresh = await read(service.url, { shas });
  expect([again?.trailsAbout(shas), again?.flows]).toEqual([fresh.trailsAbout(shas), fresh.flows]);
});

it.each([
  ['was decided by another template since', (sha: string) => (sha === late[0] ? decidedBy('two') : {}), late],
  ['was the first one that its template decided', () => ({}), [shas[0] ?? '', ...late.slice(1)]],
  ['was not there', () => ({}), ['begun', ...late.slice(1)]],
  ['is one of more than there are pages', () => ({}), shas.slice(-7)],
])('asks for the whole list where a trail %s', async (_, more, names) => {
  let isLater = false;
  const service = await serve((sha) => trailAt(sha, sha === shas[1] ? decidedBy('two') : isLater ? more(sha) : {}));
  const facts = await read(service.url, { shas });
  const before = service.asked.length;
  isLater = true;
  expect(await facts.again(about(names))).toBeDefined();
  expect(asked(service.asked.slice(before))).toMatchObject({ '/api/v2/trails/acme/shop': 6 });
});

it('asks for what was shipped only where a record is about that', async () => {
  const service = await serve((sha) => trailAt(sha));
  const facts = await read(service.url, { shas });
  const before = service.asked.length;
  expect(await facts.again(about([]))).toBeUndefined();
  await facts.again(about([], { others: true }));
  expect(asked(service.asked.slice(before))).toEqual({
    '/api/v2/flows/acme': 1,
    '/api/v2/environments/acme': 1,
    '/api/v2/artifacts/acme': 1,
  });
});

it('is touched by a new trail about an audited commit in a flow that is asked, and by an approval that counts', async () => {
  const service = await serve((sha) => trailAt(sha));
  const facts = await read(service.url, { shas, flows: ['shop'], approvalsOf: ['shop'] });
  const begun = (flow: string, sha: string) => ({ flows: [flow], trail: 'begun', commits: new Set([sha]) });
  const [own = ''] = late;
  const [ours, ...others] = [begun('shop', own), begun('elsewhere', own), begun('shop', 'f'.repeat(40))];
  const [counts, ...more] = ['shop', 'elsewhere'].map((name) => ({ flows: [name], fingerprint: 'a'.repeat(64) }));
  const later = {
    trails: [ours, ...others].filter((one) => one !== undefined),
    approvals: [counts, ...more].filter((one) => one !== undefined),
    others: true,
  };
  expect(facts.touchedBy(later)).toEqual({ trails: [ours], approvals: [counts] });
});
