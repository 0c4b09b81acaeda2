import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fault } from '../../support/fault-server.ts';
import { checkout, openStage, play, type Checkout, type Stage } from '../setup.ts';

let stage: Stage;
let at: Checkout;
beforeAll(async () => {
  stage = await openStage();
  await stage.flow('shop', ['unit']);
});
afterAll(() => stage.close());
beforeEach(() => {
  at = checkout();
  stage.script = fault.pass;
});

describe('the requests of a run', () => {
  const sinceThen = (before: number): readonly string[] =>
    stage.server.requests.slice(before).map(({ method, url }) => `${method} ${url.replaceAll(at.sha, 'SHA')}`);

  it('that records and decides are three where all is well: the record, its trail, and the records of its name', async () => {
    const before = stage.server.requests.length;
    await play('attest-and-gate', stage, at, {});
    expect(sinceThen(before)).toEqual([
      'POST /api/v2/attestations/acme/shop/trail/SHA/junit',
      'GET /api/v2/trails/acme/shop/SHA',
      'GET /api/v2/attestations/acme?commit_list=SHA&flow_name=shop&attestation_name=unit',
    ]);
  });

  it('search once for each name on the trail, at most four at a time, and for no record by its id', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'unit'];
    for (const name of names) await play('attest', stage, at, { 'attestation-name': name });
    const before = stage.server.requests.length;
    await play('gate', stage, at, { 'required-attestations': names.join(',') });
    expect(sinceThen(before).slice(1).toSorted()).toEqual(
      names.map((name) => `GET /api/v2/attestations/acme?commit_list=SHA&flow_name=shop&attestation_name=${name}`),
    );
    let open = 0;
    let most = 0;
    stage.script = async (request) => {
      open += 1;
      most = Math.max(most, open);
      const { status, body } = await stage.answerOf(request);
      // This leaves time for all other questions that are under way.
      await delay(100);
      open -= 1;
      return fault.status(status, {}, body);
    };
    await play('gate', stage, at, {});
    expect(most).toBe(4);
  });

  it('end with one about the newest trails of the flow where something is missing', async () => {
    const before = stage.server.requests.length;
    await play('attest-and-gate', stage, at, { 'required-attestations': 'lint' });
    expect(sinceThen(before).at(-1)).toBe('GET /api/v2/trails/acme/shop?page=1&per_page=20');
    expect(sinceThen(before)).toHaveLength(4);
  });
});
