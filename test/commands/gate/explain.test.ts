import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultJson, showResult } from '../../../src/cli/show-result.ts';
import { openTerminal } from '../../../src/cli/terminal.ts';
import { exitCodeOf, type Explained } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { yamlIn } from '../../support/advice.ts';
import { playNamed } from '../play-named.ts';
import { checkout, openStage, play, type Checkout, type Stage } from '../setup.ts';

// The answer of `explain` on the real service. The truth tables of the gate hold that it judges as the gate does.

let stage: Stage;
let at: Checkout;
beforeAll(async () => {
  stage = await openStage();
  await stage.flow('shop', ['unit', 'lint']);
  at = checkout();
  await play('attest', stage, at, { 'junit-paths': 'red.xml' }, { github: { GITHUB_JOB: 'test' } });
});
afterAll(() => stage.close());

async function explain(raw: RawOptions = {}): Promise<Explained> {
  const connection = { 'base-url': stage.url, 'api-token': stage.token, org: 'acme' };
  const { result } = await playNamed('explain', { ...connection, flow: 'shop', commit: at.sha, ...raw }, { workspace: at.path });
  if (result.kind !== 'explained') throw new Error(JSON.stringify(result));
  return result;
}

function shown(result: Explained): string {
  const lines: string[] = [];
  const out = (text: string): void => void lines.push(text);
  showResult(result, { ...openTerminal(), columns: undefined, style: (_, text) => text, out, err: out });
  return lines.join('\n');
}

describe('a trail that does not pass', () => {
  it('is explained by what is there, who requires it, who recorded it, and a list of what there is to do', async () => {
    const result = await explain({ 'required-attestations': 'unit,e2e' });
    expect(result.verdict.rows.map(({ attestation, requiredBy, state }) => [attestation, state, ...requiredBy])).toEqual([
      ['unit', 'non-compliant', 'template', 'required-attestations'],
      ['lint', 'missing', 'template'],
      ['e2e', 'missing', 'required-attestations'],
    ]);
    const text = shown(result);
    expect(text).toMatch(/^ATTESTATION +STATE +TYPE +REQUIRED BY +RECORDED +BY$/m);
    expect(text).toMatch(/^unit +not compliant +junit +template, required-attestations +\d{4}-.* the run .* › test$/m);
    expect(text).toMatch(/^1\. unit is not compliant: 1 test failed$/m);
    expect(text).toMatch(/^3\. e2e is missing: .*\n {3}The same fix as for lint$/m);
  });

  it('is no failure, and asks for nothing but reading', async () => {
    const asked = stage.server.requests.length;
    const result = await explain();
    expect([exitCodeOf(result), result.verdict.name]).toEqual([0, 'non-compliant']);
    expect(stage.server.requests.slice(asked).map(({ method }) => method)).not.toContain('POST');
  });

  it('does not wait for what is missing', async () => {
    const { verdict } = await explain({ trail: 'none-yet' });
    expect(verdict.reasons.map(({ code }) => code)).toEqual(['trail-missing']);
  });

  it('is told to machines under the same names as by the gate', async () => {
    expect(resultJson(await explain({ 'required-attestations': 'e2e' }))).toMatchObject({
      command: 'explain',
      exit_code: 0,
      verdict: 'non-compliant',
      compliant: false,
      trail: at.sha,
      reasons: [{ code: 'failing' }, { code: 'missing', attestation: 'lint' }, { code: 'missing', attestation: 'e2e' }],
      attestations: [{ required_by: ['template'] }, { required_by: ['template'] }, { required_by: ['required-attestations'] }],
    });
  });

  it('has the step to add, for what is missing', async () => {
    const { verdict } = await explain();
    const missing = verdict.reasons.find(({ code }) => code === 'missing');
    expect(yamlIn(missing?.fix ?? '')[0]).toMatchObject([{ with: { command: 'attest', flow: 'shop', 'attestation-name': 'lint' } }]);
  });
});

it('what passes needs no fix', async () => {
  await stage.flow('till', ['unit']);
  await play('attest', stage, at, { flow: 'till' });
  const result = await explain({ flow: 'till' });
  expect([exitCodeOf(result), result.verdict.name]).toEqual([0, 'compliant']);
  expect(shown(result)).toContain('Nothing to fix.');
});

it('a question that could not be answered ends with its own code', async () => {
  const result = await explain({ flow: 'mistyped' });
  expect([exitCodeOf(result), result.verdict.name]).toEqual([3, 'unknown']);
});
