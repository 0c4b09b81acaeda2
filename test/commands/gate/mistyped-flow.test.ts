import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Judged, Result } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { fault } from '../../support/fault-server.ts';
import { playNamed } from '../play-named.ts';
import { checkout, openStage, play, type Checkout, type Stage } from '../setup.ts';

// The gate on the real service where the name of a flow is mistyped, so that evidence begins another one.

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await play('attest', stage, checkout(), { flow: 'early' });
  await stage.flow('shop', ['unit-tests', 'review']);
});
afterAll(() => stage.close());

const attested = { 'attestation-name': 'unit-tests', 'required-attestations': 'unit-tests' };
const codes = ({ verdict: { name, reasons } }: Judged) => [name, ...reasons.map(({ code }) => code)];

async function judge(flow: string, at: Checkout = checkout(), raw: RawOptions = {}): Promise<Judged> {
  return (await play('attest-and-gate', stage, at, { ...attested, flow, ...raw })).result;
}

const command = (name: string, raw: RawOptions, at: Checkout): Promise<{ readonly result: Result }> =>
  playNamed(name, { 'base-url': stage.url, 'api-token': stage.token, org: 'acme', ...raw }, { workspace: at.path });

it('a mistyped flow does not escape the template of the one that was meant, for any subject, until it is made', async () => {
  const at = checkout();
  const judged = await judge('shpo', at);
  expect(codes(judged)).toEqual(['incomplete', 'flow-without-template']);
  expect(judged.verdict.reasons[0]).toMatchObject({
    message: expect.stringContaining('did you mean shop?'),
    fix: expect.stringContaining(': compliance-evidence flow create shpo --org acme\n'),
  });
  const gate = async (raw: RawOptions = {}) =>
    codes((await play('gate', stage, at, { flow: 'shpo', 'required-attestations': 'unit-tests', ...raw })).result);
  expect(await gate()).toEqual(['incomplete', 'flow-without-template']);
  expect(await gate({ subject: 'commit', commit: at.sha })).toEqual(['incomplete', 'flow-without-template']);
  expect(await gate({ 'allow-empty-template': 'true' })).toEqual(['compliant']);
  const made = await command('flow create', { name: 'shpo' }, at);
  expect(made.result).toMatchObject({ json: { flow: 'shpo', change: 'updated' } });
  expect(await gate()).toEqual(['compliant']);
});

it('another flow whose name was mistyped is not the one that was meant, and still shows that there are others', async () => {
  for (const flow of ['shopp', 'shpop']) {
    const { reasons } = (await judge(flow)).verdict;
    expect(reasons.map(({ code, message }) => [code, /did you mean (.*)\?$/.exec(message)?.[1]])).toEqual([
      ['flow-without-template', 'shop'],
    ]);
  }
});

it('a flow of that name that is applied from a file is made, although nothing else changes', async () => {
  const at = checkout();
  expect(codes(await judge('till', at))).toEqual(['incomplete', 'flow-without-template']);
  at.write('till.yml', 'name: till\n');
  const file = `${at.path}/till.yml`;
  expect((await command('flow apply', { file, 'dry-run': 'true' }, at)).result).toMatchObject({ json: { would_change: 'update' } });
  expect((await command('flow apply', { file }, at)).result).toMatchObject({ json: { change: 'updated' } });
  expect(codes(await judge('till', at))).toEqual(['compliant']);
  expect((await command('flow apply', { file }, at)).result).toMatchObject({ json: { change: 'unchanged' } });
});

it("a trail's own template does not hide that its flow has none", async () => {
  const at = checkout();
  at.write('own.yml', 'version: 1\ntrail:\n  attestations:\n    - {name: unit-tests, type: junit}\n');
  await judge('sohp');
  await command('trail begin', { flow: 'sohp', trail: at.sha, 'template-file': `${at.path}/own.yml` }, at);
  expect(codes(await judge('sohp', at, { 'allow-own-template': 'true' }))).toEqual(['incomplete', 'flow-without-template']);
});

it('a flow that evidence began before there was any template passes', async () => {
  expect(codes(await judge('early'))).toEqual(['compliant']);
});

it('a service that does not tell how the flow began is a line to read, and one that fails is no yes', async () => {
  const at = checkout();
  const asks = (url: string) => url === '/api/v2/flows/acme/told';
  stage.script = async (request) => {
    if (!asks(request.url)) return fault.pass();
    const { body } = await stage.answerOf(request);
    const { begun_after_template: _, begun_by: __, made_at: ___, ...untold } = Object(body);
    return fault.status(200, {}, untold);
  };
  const untold = await judge('told', at);
  expect(codes(untold)).toEqual(['compliant']);
  expect(untold.verdict.notices.join()).toContain('Flow told has no template, and the service does not tell');
  stage.script = ({ url }) => (asks(url) ? fault.status(404) : fault.pass());
  expect(codes(await judge('told', at))).toEqual(['compliant']);
  stage.script = ({ url }) => (asks(url) ? fault.status(500) : fault.pass());
  expect(codes(await judge('told', at))).toEqual(['unknown', 'service-failed']);
  stage.script = fault.pass;
});
