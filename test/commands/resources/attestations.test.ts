import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawOptions } from '../../../src/options/index.ts';
import { playNamed } from '../play-named.ts';
import { checkout, openStage, play, type Checkout, type Stage } from '../setup.ts';
import { listAt, stringAt, valueAt } from '../../../src/text/index.ts';

let stage: Stage;
let one: Checkout;
let other: Checkout;
beforeAll(async () => {
  stage = await openStage();
  [one, other] = [checkout(), checkout()];
  await play('attest', stage, one, { 'attestation-name': 'unit' });
  await play('attest', stage, one, { 'attestation-name': 'unit', 'junit-paths': 'red.xml' });
  await play('attest', stage, one, { 'attestation-name': 'lint', flow: 'tools' });
  await play('attest', stage, other, { 'attestation-name': 'unit' });
});
afterAll(() => stage.close());

const where = (): RawOptions => ({ 'base-url': stage.url, 'api-token': stage.token, org: 'acme' });
async function find(raw: RawOptions): Promise<unknown> {
  const { result } = await playNamed('attestation find', { ...where(), ...raw });
  const records = listAt(result, 'json', 'attestations');
  if (records === undefined) return result;
  return records.map(
    (record) => `${stringAt(record, 'flow_name')}/${stringAt(record, 'attestation_name')} ${valueAt(record, 'is_compliant') === true}`,
  );
}

describe('attestation find', () => {
  it.each<readonly [string, RawOptions, readonly string[]]>([
    ['all of a commit, the latest first', {}, ['tools/lint true', 'shop/unit false', 'shop/unit true']],
    ['those of a flow', { flow: 'tools' }, ['tools/lint true']],
    ['those of a name', { name: 'unit' }, ['shop/unit false', 'shop/unit true']],
    ['those of a type', { type: 'junit', flow: 'shop' }, ['shop/unit false', 'shop/unit true']],
    ['none of another type', { type: 'generic' }, []],
    ['none of a name that is not there', { name: 'scan' }, []],
  ])('gives %s', async (_, raw, expected) => {
    expect(await find({ commit: one.sha.toUpperCase(), ...raw })).toEqual(expected);
  });

  it('gives those of several commits', async () => {
    expect(await find({ commit: `${other.sha}, ${one.sha}`, flow: 'shop' })).toEqual([
      'shop/unit true',
      'shop/unit false',
      'shop/unit true',
    ]);
  });

  it.each<readonly [string, RawOptions, readonly string[]]>([
    ['all, of any commit', {}, ['shop/unit true', 'shop/unit false', 'shop/unit true']],
    ['those of a name', { name: 'lint' }, []],
    ['those of a type', { type: 'junit', limit: '1' }, ['shop/unit true']],
    ['none of a later time', { since: '2126-01-01' }, []],
    ['none of an earlier time', { until: '2020-01-01' }, []],
  ])('without a commit gives of a flow %s', async (_, raw, expected) => {
    expect(await find({ flow: 'shop', ...raw })).toEqual(expected);
  });

  it.each([
    ['no commit and no flow', {}, /--commit is missing, and so is flow/],
    ['an empty commit, as of a variable that is not set', { commit: '', flow: 'shop' }, /--commit is empty/],
    ['part of a SHA', { commit: 'c0ffee' }, /--commit holds "c0ffee", which is not a full commit SHA/],
  ])('requires whole commits: not %s', async (_, raw, message) => {
    expect(await find(raw)).toMatchObject({ kind: 'stopped', ending: 'usage', message: expect.stringMatching(message) });
  });
});
