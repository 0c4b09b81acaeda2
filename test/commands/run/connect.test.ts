import { afterEach, describe, expect, it } from 'vitest';
import { getDefaultOrganization, systemClock } from '../../../src/client/index.ts';
import type { Event } from '../../../src/commands/index.ts';
import { lookUp, withService } from '../../../src/commands/run/connect.ts';
import { contextOf, type RunContext } from '../../../src/commands/run/context.ts';
import { parseBaseUrl } from '../../../src/options/service.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { fault, startFaultServer, type Fault, type FaultServer } from '../../support/fault-server.ts';

let server: FaultServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const settings = { token: 'a-token-for-tests', timeout: 1_000, org: undefined };
const answers = (name: string | null): Fault => fault.status(200, {}, { default_org_name: name });

async function serviceThat(script: (n: number) => Fault): Promise<typeof settings & { readonly baseUrl: URL }> {
  server = await startFaultServer({ script: (_, n) => script(n) });
  return { ...settings, baseUrl: parseBaseUrl(server.url, { allowInsecureHttp: true }) };
}

/** A context, and the messages that were told in it. */
function context(facts: Partial<RunContext> = {}): { readonly context: RunContext; readonly told: readonly Event[] } {
  const told: Event[] = [];
  const made = contextOf({}, '/', new AbortController().signal, (event) => void told.push(event));
  return { context: { ...made, ...facts }, told };
}

describe('a command that talks to the service', () => {
  it('says who it is, and gives back what came of it', async () => {
    const service = await serviceThat(() => answers('acme'));
    expect(await withService(service, 0, context().context, (call) => getDefaultOrganization(call))).toBe('acme');
    expect(server?.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer a-token-for-tests',
      'user-agent': expect.stringMatching(/^compliance-evidence\/\d/),
    });
  });

  it('has its time for requests, and what it may wait on top', async () => {
    const service = await serviceThat(() => answers('acme'));
    const clock = fakeClock();
    const remaining = (waits: number): Promise<number> =>
      withService(service, waits, context({ clock }).context, async ({ deadline }) => deadline.remaining());
    expect([await remaining(0), await remaining(5_000)]).toEqual([1_000, 6_000]);
  });

  it('stops when it is interrupted', async () => {
    const service = await serviceThat(() => fault.hang());
    const stopped = withService(service, 0, context({ interrupt: AbortSignal.abort() }).context, (call) => getDefaultOrganization(call));
    await expect(stopped).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('is told of tries that failed', async () => {
    const service = await serviceThat((n) => (n === 1 ? fault.status(503) : answers('acme')));
    const { context: made, told } = context({ clock: systemClock });
    await withService({ ...service, timeout: 20_000 }, 0, made, (call) => getDefaultOrganization(call));
    expect(told).toEqual([{ kind: 'info', message: expect.stringContaining('503') }]);
  });

  it('passes the error of its work on', async () => {
    const service = await serviceThat(() => answers('acme'));
    await expect(withService(service, 0, context().context, () => Promise.reject(new RangeError('no')))).rejects.toThrow('no');
  });
});

describe('a look-up', () => {
  const look = async (org: string | undefined, byDefault: string | null): Promise<string> =>
    lookUp({ ...(await serviceThat(() => answers(byDefault))), org }, 0, context().context, async (_, found) => found);

  it('is about the organization that is named, and asks for no other', async () => {
    expect(await look('acme', 'beta')).toBe('acme');
    expect(server?.requests).toEqual([]);
  });

  it('is about the default one where none is named', async () => {
    expect(await look(undefined, 'beta')).toBe('beta');
  });

  it('needs one of them', async () => {
    await expect(look(undefined, null)).rejects.toMatchObject({
      name: 'UsageError',
      code: 'missing-input',
      message: 'No organization is named, and the caller has no default one',
      fix: 'Give org, or set it once: compliance-evidence default-org set ORG',
    });
  });
});
