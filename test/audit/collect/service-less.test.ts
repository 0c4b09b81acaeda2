import { describe, expect, it } from 'vitest';
import { read, sha } from './service-world.ts';
import { pageOf, recordAt, serveAnswers, trailAt, type Answers } from './service-double.ts';

/** Reads a service with one flow and one trail. `more` answers first. */
async function readFrom(more: Answers, trail: object = trailAt(sha('a'))) {
  const double = await serveAnswers((path, query) => {
    const special = more(path, query);
    if (special !== undefined) return special;
    if (path === '/flows/acme') return [{ name: 'shop', template: 'version: 1\ntrail:\n  attestations: [{name: unit, type: junit}]' }];
    if (path === '/trails/acme/shop') return pageOf([trail], query);
    if (path === '/artifacts/acme' || path === '/environments/acme' || path === '/organizations/acme/environments_notifications') return [];
    return path === '/attestations/acme' ? { [sha('a')]: [recordAt(sha('a'), 'shop')] } : undefined;
  });
  return read(double.url, { shas: [sha('a')] });
}

describe('a vendor that tells less', () => {
  const statusOf = (id: string | null) => ({ ...Object(Object(trailAt(sha('a'))).compliance_status), flow_template_id: id });
  const other = { version: 1, trail: { attestations: [{ name: 'unit', type: 'generic' }] } };
  const ownTemplate = async (more: object, alone?: object) => {
    const facts = await readFrom((path) => (path === `/trails/acme/shop/${sha('a')}` ? alone : undefined), trailAt(sha('a'), more));
    return facts.trailsAbout([sha('a')])[0]?.ownTemplate;
  };

  it('does not say whether a template is the own one of its trail', async () => {
    expect(await ownTemplate({ template: other })).toBeNull();
    expect(await ownTemplate({ template: other }, trailAt(sha('a')))).toBeNull();
    expect(await ownTemplate({ template: other }, trailAt(sha('a'), { own_template: false }))).toBe(false);
    expect(await ownTemplate({ template: other, compliance_status: statusOf(null) })).toBeNull();
    expect(await ownTemplate({ compliance_status: statusOf(null) })).toBe(false);
    expect(await ownTemplate({})).toBe(false);
  });

  it('does not say which targets a notification has', async () => {
    const facts = await readFrom((path) => (path.endsWith('/environments_notifications') ? [{ number: 1, name: 'ops' }] : undefined));
    expect(facts.notifications).toMatchObject([{ name: 'ops', targets: null }]);
  });
});

describe('an artifact that several flows know', () => {
  it('is told for each, also where another reported it within the time', async () => {
    const fingerprint = 'f'.repeat(64);
    const inFlow = (flow: string, state: string) => ({ flow_name: flow, trail_name: 't', artifact_compliance_in_flow: state });
    const running = {
      fingerprint,
      name: 'app',
      flow_name: 'shop',
      compliant: false,
      flows: [inFlow('shop', 'COMPLIANT'), inFlow('scan', 'NON-COMPLIANT')],
    };
    const now = Date.now() / 1000 - 60;
    const facts = await readFrom((path, query) => {
      if (query.get('page') === '2') return [];
      if (path === '/artifacts/acme') return [{ fingerprint, flow_name: 'shop', trail_name: 't', state: 'COMPLIANT', created_at: now }];
      if (path === '/environments/acme') return [{ name: 'production', type: 'K8S' }];
      if (path === '/snapshots/acme/production') return [{ index: 1, from: now, to: 0, compliant: false }];
      if (path === '/snapshots/acme/production/1') return { index: 1, from: now, compliant: false, artifacts: [running] };
      return undefined;
    });
    expect(facts.holes).toEqual([]);
    expect(facts.artifacts.map(({ flow, state }) => [flow, state])).toEqual([
      ['shop', 'COMPLIANT'],
      ['scan', 'NON-COMPLIANT'],
    ]);
  });
});
