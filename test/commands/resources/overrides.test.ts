import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { resultJson, showResult } from '../../../src/cli/show-result.ts';
import { openTerminal } from '../../../src/cli/terminal.ts';
import type { Event } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { fault } from '../../support/fault-server.ts';
import { playNamed } from '../play-named.ts';
import { checkout, openStage, play, type Checkout, type Stage } from '../setup.ts';

const fingerprint = 'ab'.repeat(32);
let stage: Stage;
let at: Checkout;
/** The ids of the red record of `unit`, and of its override. */
let [red, override]: [string, string] = ['', ''];

beforeAll(async () => {
  stage = await openStage();
  await stage.flow('shop', ['unit']);
  at = checkout();
  await play('attest', stage, at, { flow: 'shop', trail: 'v1', 'attestation-name': 'unit', 'junit-paths': 'red.xml' });
  await post('/artifacts/acme/shop', {
    fingerprint,
    filename: 'shop.tgz',
    build_url: '',
    commit_url: '',
    git_commit: at.sha,
    trail_name: 'v1',
  });
  red = await idOf(() => find({ type: 'junit' }));
  await post('/attestations/acme/shop/trail/v1/override', {
    attestation_name: 'unit',
    reason: 'flaky\n::error::host\u001B[2J',
    new_compliance_status: true,
    original_attestation_type: 'junit',
    git_commit_info: { sha1: at.sha },
  });
  override = await idOf(() => find({ type: 'override' }));
});
afterAll(() => stage.close());
afterEach(() => {
  stage.script = fault.pass;
});

async function post(path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${stage.url}/api/v2${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
}

interface Looked {
  readonly shown: string;
  readonly json: unknown;
  readonly events: readonly Event[];
}

/** The output of a command, for people and for machines. */
async function look(name: string, raw: RawOptions = {}): Promise<Looked> {
  const { events, result } = await playNamed(name, { 'base-url': stage.url, 'api-token': stage.token, org: 'acme', ...raw });
  if (result.kind === 'stopped') throw new Error(`stopped: ${result.message}`);
  const shown: string[] = [];
  const add = (text: string): void => void shown.push(text);
  showResult(result, {
    ...openTerminal(),
    style: (_: unknown, text: string) => text,
    out: add,
    err: add,
    json: (value) => add(JSON.stringify(value)),
  });
  return { shown: shown.join('\n'), json: resultJson(result), events };
}

const find = (raw: RawOptions): Promise<Looked> => look('attestation find', { commit: at.sha, ...raw });

async function idOf(looked: () => Promise<Looked>): Promise<string> {
  const found = Object((await looked()).json).attestations;
  return String(found[0].attestation_id);
}

const sentence = (): RegExp =>
  new RegExp(
    `overridden by ada at \\d{4}-[\\d-]+ [\\d:]+ [+-]\\d\\d:\\d\\d, because "flaky ⏎ \\\\::error::host", of junit unit \\(${red}\\)`,
  );

describe('who overrode what, when and why', () => {
  it('stands behind a trail and its names, and is told to machines', async () => {
    const { json, shown } = await look('trail get', { name: 'v1', flow: 'shop' });
    expect(shown).toMatch(/^State +COMPLIANT \(overridden\)$/m);
    expect(shown).toMatch(/^unit +junit +COMPLETE +yes \(overridden\) +yes/m);
    expect(shown).toMatch(sentence());
    expect(json).toMatchObject({
      name: 'v1',
      compliance_state: 'COMPLIANT',
      overrides: [
        {
          attestation: 'unit',
          attestation_id: override,
          overridden_attestation_id: red,
          reported_by: 'ada',
          reason: 'flaky\n::error::host\u001B[2J',
          created_at: expect.any(Number),
        },
      ],
    });
  });

  it('is marked in lists of trails and artifacts, and in what a search finds', async () => {
    expect((await look('trail list', { flow: 'shop' })).shown).toMatch(/^v1 +COMPLIANT \(overridden\)/m);
    expect((await look('artifact list', {})).shown).toMatch(/COMPLIANT \(overridden\)/);
    expect((await look('search', { sha: at.sha })).shown).toMatch(/COMPLIANT \(overridden\)/);
  });

  it('stands behind an artifact', async () => {
    const { json, shown } = await look('artifact get', { fingerprint, flow: 'shop' });
    expect(shown).toMatch(/^State +COMPLIANT \(overridden\)$/m);
    expect(shown).toMatch(sentence());
    expect(json).toMatchObject({ state: 'COMPLIANT', overrides: [{ attestation_id: override }] });
  });

  it('is told of the override itself and of the record that it overrides', async () => {
    const own = await look('attestation get', { id: override });
    expect(own.shown).toMatch(/^Compliant +yes \(overridden\)$/m);
    expect(own.shown).toMatch(sentence());
    const other = await look('attestation get', { id: red });
    expect(other.shown).toMatch(/^Compliant +no$/m);
    expect(other.shown).toMatch(sentence());
    expect(other.json).toMatchObject({ attestation_id: red, is_compliant: false, overrides: [{ attestation_id: override }] });
  });

  it('is found by its type', async () => {
    const { json, shown } = await find({ type: 'override' });
    expect(json).toMatchObject({ attestations: [{ attestation_id: override, attestation_type: 'override' }] });
    expect(shown).toMatch(/^unit +override +yes \(overridden\)/m);
    expect(shown).toMatch(sentence());
    const query = await look('query', {
      operation: 'find-attestations',
      parameters: `commit_list=${at.sha}\nattestation_type=override`,
    });
    expect(query.json).toMatchObject({ answer: { [at.sha]: [{ attestation_id: override }] } });
  });

  it('is found without its commit, with who overrode what, and why', async () => {
    const { json, shown } = await look('attestation find', { flow: 'shop', type: 'override', since: '30d' });
    expect(json).toMatchObject({ attestations: [{ attestation_id: override, reported_by: 'ada' }], more: 0 });
    expect(shown).toMatch(sentence());
  });

  it.each(['gate', 'explain'])('is told by %s, whose verdict has its name', async (command) => {
    const { json, shown } = await look(command, { flow: 'shop', trail: 'v1', commit: at.sha });
    expect(shown).toMatch(/^.*✔ Compliant \(overridden\)/);
    expect(shown).toMatch(/^unit +compliant \(overridden\) +junit/m);
    expect(shown).toMatch(sentence());
    expect(json).toMatchObject({
      verdict: 'compliant',
      compliant: true,
      attestations: [{ attestation: 'unit', state: 'overridden', override: { attestation_id: override, reported_by: 'ada' } }],
    });
  });
});

describe('a service that does not show the record of an override', () => {
  it.each([
    ['has no such lookup', () => fault.status(404, { 'content-type': 'application/json' }, { detail: 'Not Found' }), 0],
    ['answers 403', () => fault.status(403, { 'content-type': 'application/json' }, { detail: 'no' }), 1],
  ])('and %s: the state and that there is one are said all the same', async (_, answer, notices) => {
    stage.script = ({ url }) => (/attestation_id=|\/trail\/v1\/unit/.test(url) ? answer() : fault.pass());
    const { events, json, shown } = await look('trail get', { name: 'v1', flow: 'shop' });
    expect(shown).toMatch(/^State +COMPLIANT \(overridden\)$/m);
    expect(shown).toContain(`unit: overridden, of junit unit (${red})`);
    expect(json).toMatchObject({ overrides: [{ attestation_id: override, overridden_attestation_id: red }] });
    expect(events.filter(({ kind }) => kind === 'info').length > 0).toBe(notices > 0);
  });

  it.each([400, 422])('and answers %i to a search for the type: overrides are picked out of all records', async (status) => {
    stage.script = ({ url }) => (url.includes('attestation_type=') ? fault.status(status, {}, { detail: 'no such type' }) : fault.pass());
    expect((await find({ type: 'override' })).json).toMatchObject({ attestations: [{ attestation_id: override }] });
    await expect(find({ type: 'overide' })).rejects.toThrow(/answered 4\d\d: .*no such type/);
  });

  it('shows a record without who overrode it', async () => {
    stage.script = ({ url }) => (url.includes('/trail/v1/unit') ? fault.status(404, {}, { detail: 'Not Found' }) : fault.pass());
    const { json, shown } = await look('attestation get', { id: red });
    expect(shown).toMatch(/^Compliant +no$/m);
    expect(json).not.toHaveProperty('overrides');
  });

  it('tells of an artifact nothing of the kind: its state is shown as it is', async () => {
    stage.script = async (request) => {
      if (!request.url.includes('/artifacts/')) return fault.pass();
      const { body, status } = await stage.answerOf(request);
      return fault.status(status, {}, { ...Object(body), overridden_attestations: undefined });
    };
    const { json, shown } = await look('artifact get', { fingerprint, flow: 'shop' });
    expect(shown).toMatch(/^State +COMPLIANT$/m);
    expect(json).not.toHaveProperty('overrides');
  });
});
