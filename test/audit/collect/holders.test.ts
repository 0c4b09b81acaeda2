import { expect, test } from 'vitest';
import { openLog, openSharedLog, type ServiceLog } from '../../../src/audit/collect/log.ts';
import { openLogCheck } from '../../../src/audit/population/world.ts';
import { downloadEvidence, isNotThere, listRecords, openTransport, startDeadline } from '../../../src/client/index.ts';
import type { Records } from '../../../src/contract/index.ts';
import { audience } from '../../support/issuer.ts';
import { door } from '../../service/oidc/setup.ts';
import { token } from '../../service/support.ts';
import { heldSpool } from '../judge/held-spool.ts';

const baseUrl = (url: string): URL => new URL('/api/v2', url);

/** The makers and users of credentials by the facts of an audit that reads the log up to now. */
async function held(log: ServiceLog): Promise<readonly string[]> {
  await log.readOn();
  const check = openLogCheck(null);
  for await (const line of log.lines({ trails: [], approvalsOf: [] }))
    if (line.kind === 'log' || line.kind === 'witness' || line.kind === 'record') check.add(line);
  const read = check.result();
  expect(read?.problems).toEqual([]);
  return (read?.holders ?? []).map(({ at, by, user }) => {
    expect(Date.now() - Date.parse(at)).toBeLessThan(60_000);
    return `${user} by ${by}`;
  });
}

test('the log says who let in which machines and jobs, where that was no operator and not for themselves', async () => {
  const { issuer } = await door();
  // The door knows the issuer only once it is there.
  const { exchange, it, rule } = await door({ issuers: [issuer.url] });
  const admin = it.as(`${token}-admin`);
  const transport = openTransport({
    baseUrl: baseUrl(it.service.url),
    token: `${token}-admin`,
    userAgent: 'compliance-evidence/test',
    network: {},
  });
  const questions = { downloadEvidence, isNotThere, listRecords };
  const access = { call: { transport, deadline: startDeadline(60_000) }, org: 'acme', questions, report: () => {}, witnesses: [] };
  const log = openLog({ ...access, spool: heldSpool<Records['records'][number]>() });
  const letIn = async (repository: string, id: string): Promise<void> =>
    expect((await exchange(await issuer.idToken({ repository, repository_id: id }))).status).toBe(201);
  const make = async (path: string, body: object): Promise<void> =>
    expect((await admin.json('POST', `${path}/acme`, body)).status).toBe(201);
  try {
    await rule({ issuer: issuer.url });
    await letIn('acme/shop', '4711');
    await make('/tokens', { role: 'reader' });
    expect(await held(log)).toEqual([]);
    await make('/tokens', { user: 'release-bot', role: 'approver' });
    await make('/tokens', { user: 'release-bot', role: 'approver' });
    await make('/oidc/rules', { role: 'recorder', audience, repository: 'acme/docs', repository_id: '4712', issuer: issuer.url });
    expect(await held(log)).toEqual(['release-bot by ada']);
    await letIn('acme/docs', '4712');
    const all = ['release-bot by ada', expect.stringMatching(/^github:.*\/acme\/docs by ada$/)];
    expect(await held(log)).toEqual(all);
    expect(await held(openSharedLog().open({ ...access, before: null }))).toEqual(all);
  } finally {
    transport.close();
  }
});
