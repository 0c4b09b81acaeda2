import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkspaces, type Workspaces } from '../bundle/workspace.ts';
import { build, type Build } from '../cli/build.ts';
import { field } from '../service/support.ts';
import { approvals } from './expected/approvals.ts';
import { artifacts, beginning, found } from './expected/artifacts.ts';
import { hidden, notifications } from './expected/notifications.ts';
import { records, sentRecord } from './expected/records.ts';
import { overrideOfLint, releaseAlone, trails } from './expected/trails.ts';
import { types } from './expected/types.ts';
import { files, ownRecord, settings } from './own-run.ts';
import { earlierFingerprint, fingerprint, sha } from './sent.ts';
import { recordOf, reportOwnArtifact, useStored } from './use-stored.ts';
import { runLines } from '../cli/run-lines.ts';

const stored = useStored();
let cli: Build;
let workspaces: Workspaces;
beforeAll(async () => {
  cli = build();
  workspaces = await openWorkspaces();
});
afterAll(async () => {
  cli.remove();
  await workspaces.close();
});

/** The output of a command: one for machines, one for people in lines of words. */
interface Said {
  readonly json: unknown;
  readonly table: string;
}

async function say(command: string, org = 'acme', cwd?: string): Promise<Said> {
  const args = [...command.split(' '), ...(org === '' ? [] : ['--org', org])];
  const env = { EVIDENCE_BASE_URL: stored().url, EVIDENCE_API_TOKEN: stored().token };
  const [json, table] = await runLines([[...args, '--json'], args], { env, ...(cwd === undefined ? {} : { cwd }) });
  expect([json?.code, json?.stderr, table?.code]).toEqual([0, '', 0]);
  return { json: JSON.parse(json?.stdout ?? ''), table: (table?.stdout ?? '').replace(/[ │|]+/g, ' ') };
}

describe('the command line', () => {
  test('1 trail list: every field of each trail', async () => {
    const { json, table } = await say('trail list --flow shop');
    expect(json).toEqual({ trails: trails(stored()), more: 0 });
    expect(table).toMatch(/release NON-COMPLIANT [\d-]+ [\d:]+ \S+ abababc Sell tea/);
    expect(table).toMatch(/early INCOMPLETE/);
    const one = await say('trail get release --flow shop');
    expect(one.json).toEqual({ ...releaseAlone(stored()), overrides: [overrideOfLint(stored())] });
    expect(one.table).toMatch(/lint generic COMPLETE yes \(overridden\) no [\da-f-]{32}/);
    expect(one.table).toMatch(/docs\.scan snyk COMPLETE no no [\da-f-]{32}/);
  });

  test('2 attestation find: every field of evidence of each kind', async () => {
    const all = records(stored());
    const { json, table } = await say(`attestation find --commit ${sha} --flow shop`);
    expect(json).toEqual({ attestations: all, more: 0 });
    expect(table).toMatch(/lint generic no shop release/);
    expect((await say(`attestation find --commit ${sha} --type custom:coverage`)).json).toEqual({ attestations: [all[6]], more: 0 });
    expect((await say(`attestation find --commit ${sha} --name lint`)).json).toEqual({ attestations: [all[0], all[7]], more: 0 });
    const one = await say(`attestation get ${stored().records.get('junit')}`);
    expect(one.json).toEqual(all[8]);
    expect(one.table).toMatch(/Description What it shows\n.*\nOrigin https:\/\/ci\.example\/runs\/2/);
  });

  test('3 artifact list: every field of each artifact', async () => {
    const { json, table } = await say('artifact list --flow shop');
    expect(json).toEqual({ artifacts: artifacts(stored()), more: 0 });
    expect(table).toMatch(/abababababab shop\.tgz Not compliant \(recorded: COMPLIANT \(overridden\)\) release abababc/);
    expect((await say('artifact list --repo acme/shop')).json).toEqual({ artifacts: [artifacts(stored())[0]], more: 0 });
  });

  test('4 notification list: every field of each rule, but the secret part of its webhooks', async () => {
    const { json, table } = await say('notification list');
    expect(json).toEqual({ notifications: notifications(stored(), hidden), more: 0 });
    expect(table).toMatch(/1 releases prod, staging ON_STARTED_ARTIFACT, .* EMAIL ops@example\.com failing/);
    expect(table).toMatch(/2 prod-only prod ON_STARTED_ARTIFACT WEBHOOK 127\.0\.0\.1:\d+ good/);
  });

  test('5 notification get: every field of that rule, but the secret part of its webhooks', async () => {
    const { json, table } = await say('notification get 1');
    expect(json).toEqual(notifications(stored(), hidden)[0]);
    expect(table).toMatch(/Health failing\nLast success \S.+\nLast failure \S.+\nWhy 127\.0\.0\.1:\d+: it answered 410\nCreated/);
  });

  test('6 attest: every field of the results arrives, and the file', async () => {
    await reportOwnArtifact(stored(), 'command-line');
    const workspace = await workspaces.make(files);
    const options = Object.entries({ ...settings, trail: 'command-line', org: 'acme' }).flatMap(([name, value]) => [`--${name}`, value]);
    const env = { EVIDENCE_BASE_URL: stored().url, EVIDENCE_API_TOKEN: stored().token };
    const { code, stderr, stdout } = await cli.run(['attest', ...options, '--json'], { env, cwd: workspace });
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const id = field(JSON.parse(stdout), 'evidence.attestation_id');
    const data = ownRecord(workspaces.sha, workspaces.parent);
    expect(await recordOf(stored(), id)).toEqual({
      ...sentRecord(stored(), String(id), 'command-line', data, 'note.txt'),
      is_compliant: false,
    });
  });

  test('7 search: every field of what is found, and what it is', async () => {
    const { json, table } = await say(`search ${beginning}`);
    expect(json).toEqual(found(stored()));
    expect(table).toMatch(new RegExp(`Is a multiple\nWhole ${sha}`));
    expect(table).toMatch(/abababababab shop\.tgz shop release Not compliant \(recorded: COMPLIANT \(overridden\)\) abababc prod yes/);
    expect(table).toMatch(/ababab077777 strange staging no/);
    expect(table).toMatch(/release shop NON-COMPLIANT /);
  });

  test('8 approval list: every field of each approval, and who decided', async () => {
    const { json, table } = await say(`approval list --flow shop --fingerprint ${fingerprint}`);
    expect(json).toEqual({ approvals: approvals.toReversed(), more: 0 });
    expect(table).toMatch(/3 APPROVED prod bob \(APPROVED\) ada/);
    expect(table).toMatch(/2 UNAPPROVED any bob \(APPROVED\), eve \(UNAPPROVED\) ada/);
    const one = await say('approval get 3 --flow shop');
    expect(one.table).toMatch(new RegExp(`Comes after ${earlierFingerprint}`));
    expect(one.table).toMatch(/bob APPROVED Fine https:\/\/chat\.example\/1/);
  });

  test('9 type list: every field of each type and version', async () => {
    const { json, table } = await say('type list');
    expect(json).toEqual({ types, more: 0 });
    expect(table).toMatch(/custom:coverage 2 How much of the code the tests reach/);
  });

  test('10 default-org set: is the default organization from then on, also of this command line', async () => {
    expect((await say('default-org get', '')).json).toEqual({ default_organization: null });
    await say('default-org set acme', '');
    const { json, table } = await say('default-org get', '');
    expect([json, table]).toEqual([{ default_organization: 'acme' }, expect.stringContaining('acme')]);
    expect((await say('type list', '')).json).toEqual({ types, more: 0 });
  });
});
