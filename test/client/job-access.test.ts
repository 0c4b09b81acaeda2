import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { accessOfJob, listTrails, startDeadline, type JobIdentity } from '../../src/client/index.ts';
import { door, type Door } from '../service/oidc/setup.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { fault, startFaultServer, type FaultServer } from '../support/fault-server.ts';
import { audience } from '../support/issuer.ts';
import { clientOf, closeAll, failureOf, serve, type TestClient } from './setup.ts';

afterEach(closeAll);

interface Job extends TestClient, Door {
  readonly hidden: readonly string[];
  /** The requests that the service got. */
  readonly server: FaultServer;
  readonly list: () => Promise<unknown>;
}

function identityOf({ issuer }: Pick<Door, 'issuer'>): JobIdentity {
  const { ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken, ACTIONS_ID_TOKEN_REQUEST_URL: requestUrl } = issuer.variables;
  return { org: 'acme', audience, requestUrl, requestToken };
}

/** A job without a stored token, and a service that lets it in. */
async function job(
  oidc: Parameters<typeof door>[0] = {},
  script: Parameters<typeof startFaultServer>[0]['script'] = () => fault.pass(),
): Promise<Job> {
  const own = await door(oidc);
  await own.rule();
  await own.it.form('PUT', '/flows/acme/template_file', { name: 'shop' });
  const server = await startFaultServer({ target: own.it.service.url, script });
  onTestFinished(() => server.close());
  const hidden: string[] = [];
  const clock = fakeClock();
  const client = clientOf(server.url, {
    token: accessOfJob(identityOf(own), (secret) => hidden.push(secret)),
    deadline: startDeadline(3_600_000, undefined, clock),
  });
  const list = () => listTrails(client.call, { org: 'acme', flow_name: 'shop' }, { per_page: 5 });
  return { ...own, ...client, hidden, server, list };
}

const exchanges = ({ server }: Job) => server.requests.filter(({ url }) => url.includes('/oidc/token/'));

describe('a job without a stored token', () => {
  test('exchanges one ID token for access, and sends all its requests with it', async () => {
    const it = await job();
    await it.list();
    await it.list();
    expect(exchanges(it)).toHaveLength(1);
    expect(exchanges(it)[0]?.headers['authorization']).toBeUndefined();
    expect(it.issuer.given).toHaveLength(1);
    const bearers = new Set(it.server.requests.slice(1).map(({ headers }) => headers['authorization']));
    expect([...bearers]).toEqual([expect.stringMatching(/^Bearer ce_job_/)]);
  });

  test('hides the ID token and the access before anything is said with them', async () => {
    const it = await job();
    await it.list();
    const bearer = String(it.server.requests.at(-1)?.headers['authorization']).replace('Bearer ', '');
    expect(it.hidden).toEqual([it.issuer.given[0], bearer]);
  });

  test('exchanges once for requests that come together', async () => {
    const it = await job();
    await Promise.all(Array.from({ length: 6 }, () => it.list()));
    expect(exchanges(it)).toHaveLength(1);
  });

  test('asks again shortly before its access ends, also after a wait that is longer than that', async () => {
    const it = await job();
    const { clock } = it.call.deadline;
    await it.list();
    await clock.wait(830_000, it.call.deadline.signal);
    await it.list();
    expect(exchanges(it)).toHaveLength(1);
    await clock.wait(11_000, it.call.deadline.signal);
    await it.list();
    expect(exchanges(it)).toHaveLength(2);
    await clock.wait(2_000_000, it.call.deadline.signal);
    await it.list();
    expect(exchanges(it)).toHaveLength(3);
    expect(new Set(it.issuer.given).size).toBe(3);
  });

  test('asks again once when the service says that its access has expired: the clocks may differ', async () => {
    // By the clock of the service it ends at once, and by that of the job, which stands, never.
    const it = await job({ lifetime: 1 });
    await it.list();
    await new Promise((over) => setTimeout(over, 1_050));
    await it.list();
    expect(exchanges(it)).toHaveLength(2);
    await new Promise((over) => setTimeout(over, 1_050));
    await Promise.all([it.list(), it.list(), it.list()]);
    expect(exchanges(it).length).toBeLessThanOrEqual(4);
  });

  test('does not ask again and again when it is refused with new access too', async () => {
    const it = await job({}, ({ url }) => (url.includes('/oidc/') ? fault.pass() : fault.status(401, {}, { message: 'no' })));
    expect(await failureOf(it.list())).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(exchanges(it)).toHaveLength(2);
  });

  test('brings a new ID token with each attempt, where the answer is lost on the way', async () => {
    const it = await job({}, (_, n) => (n === 1 ? fault.loseAnswer() : fault.pass()));
    await it.list();
    expect(exchanges(it).map(({ targetStatus }) => targetStatus)).toEqual([201, 201]);
    expect(new Set(it.issuer.given).size).toBe(2);
  });

  test('is told which claim no rule accepts, and what to do', async () => {
    const it = await job();
    it.issuer.give({ event_name: 'pull_request', ref: 'refs/pull/7/merge' });
    expect(await failureOf(it.list())).toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(
        /POST .*\/oidc\/token\/acme answered 403: No rule .* lets in the event 'pull_request'\. If it should be let in, .* --event pull_request/,
      ),
      fix: expect.stringMatching(/oidc-rule add.*oidc-audience.*api-token/),
    });
    expect(exchanges(it)).toHaveLength(1);
  });
});

describe('GitHub', () => {
  test('is asked again where it has a fault that passes', async () => {
    const it = await job();
    it.issuer.give({}, 500, 503, 'well');
    await it.list();
    expect(it.notices).toEqual([
      expect.stringMatching(/id-token answered 500; asking again/),
      expect.stringMatching(/answered 503; asking/),
    ]);
    expect(exchanges(it)).toHaveLength(1);
  });

  test.each([
    [403, 'unauthorized', /GitHub gave the job no ID token: GET .* answered 403: not for \*\*\*/, 'permissions:\n  id-token: write'],
    [500, 'unavailable', /GitHub gave the job no ID token: GET .* answered 500/, 'Run the job again later'],
    ['no-json', 'wrong-shape', /answered without an ID token/, 'what the runner set'],
    ['no-value', 'wrong-shape', /answered without an ID token/, 'what the runner set'],
  ] as const)('that answers %s gives no ID token, and nothing is sent to the service', async (giving, code, message, fix) => {
    const it = await job();
    it.issuer.give({}, giving);
    const error = await failureOf(it.list());
    expect(error).toMatchObject({ code, message: expect.stringMatching(message), fix: expect.stringContaining(fix) });
    expect(it.server.requests).toEqual([]);
  });

  test.each(['http://evil.example/token', 'no address'])('is not looked for at %s', async (requestUrl) => {
    const it = await door();
    const { call } = await serve(() => fault.pass(), { token: accessOfJob({ ...identityOf(it), requestUrl }, () => undefined) });
    expect(await failureOf(listTrails(call, { org: 'acme', flow_name: 'shop' }, {}))).toMatchObject({ code: 'invalid-input' });
  });
});

test('a service that takes no ID tokens says 404, and the fix is a token', async () => {
  const it = await door();
  const { call } = await serve(() => fault.status(404, {}, { message: 'nothing here' }), {
    token: accessOfJob(identityOf(it), () => undefined),
  });
  expect(await failureOf(listTrails(call, { org: 'acme', flow_name: 'shop' }, {}))).toMatchObject({
    code: 'not-found',
    fix: expect.stringMatching(/takes no ID tokens.*api-token/),
  });
});
