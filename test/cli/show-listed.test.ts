import { expect, onTestFinished, test } from 'vitest';
import { showParts } from '../../src/cli/show-view.ts';
import { openTerminal, type Terminal } from '../../src/cli/terminal.ts';
import { cellTone } from '../../src/presentation/index.ts';
import { playNamed } from '../commands/play-named.ts';
import { fault, startFaultServer } from '../support/fault-server.ts';

const flow = { name: 'shop', description: 'What it\ndelivers', visibility: 'private', created_by: 'ada', template: 'version: 1\n' };

function recording(): { readonly terminal: Terminal; readonly out: string[]; readonly err: string[] } {
  const [out, err]: [string[], string[]] = [[], []];
  const style = (_: unknown, text: string): string => text;
  return { out, err, terminal: { ...openTerminal(), style, out: (text) => void out.push(text), err: (text) => void err.push(text) } };
}

/** A command, and a service that gives this one answer. */
async function play(command: string, answer: unknown, terminal: Terminal): Promise<unknown> {
  const server = await startFaultServer({ script: () => fault.status(200, {}, answer) });
  onTestFinished(() => server.close());
  const where = { 'base-url': server.url, 'api-token': 'a-token', org: 'acme', flow: 'shop' };
  const { result } = await playNamed(command, { ...where, name: command === 'trail get' ? trail.name : 'shop', sha: trail.name });
  if (result.kind !== 'shown') throw new Error(JSON.stringify(result));
  showParts(result.parts, terminal);
  return result.json;
}

test('flows are a table that lines up, each on one line', async () => {
  const { out, terminal } = recording();
  await play('flow list', [flow, { name: 'a-longer-name' }], terminal);
  expect(out.join('\n').split('\n')).toEqual([
    expect.stringMatching(/^FLOW {11}VISIBILITY {2}LAST CHANGE {2}DESCRIPTION$/),
    expect.stringMatching(/^shop {11}private .* What it ⏎ delivers$/),
    'a-longer-name',
  ]);
});

test('nothing but data is printed to the output: that there are none is said apart', async () => {
  const { out, err, terminal } = recording();
  await play('flow list', [], terminal);
  expect([out, err]).toEqual([[], ['There are none']]);
});

test('one flow is shown a fact a line, without what is not known, and its template as it is', async () => {
  const { out, terminal } = recording();
  await play('flow get', flow, terminal);
  expect(out).toEqual([
    'Flow         shop',
    'Description  What it\n             delivers',
    'Visibility   private',
    'Created      ada',
    '',
    'version: 1',
  ]);
});

test('what a SHA turned out to be is told once, and its facts line up', async () => {
  const { out, terminal } = recording();
  const [one, two] = [trail.name, `${trail.name}2`];
  const found = (type: string, ...matches: string[]) => ({ type, full_match: one, commits: { matches, count: matches.length } });
  await play('search', { resolved_to: found('commit', one), artifacts: [] }, terminal);
  expect(out.splice(0)).toEqual(['Is a   commit', `Whole  ${one}`]);
  for (const answer of [found('commit', one, two), found('multiple', one)]) {
    await play('search', { resolved_to: answer, artifacts: [] }, terminal);
    const commits = answer.commits.matches.join(', ');
    expect(out.splice(0)).toEqual([`Is a     ${answer.type}`, `Whole    ${one}`, `Commits  ${commits}`]);
  }
});

test('the trails of a commit come after its artifacts, with what a gate says where that is something else', async () => {
  const { out, terminal } = recording();
  const trails = [
    { name: 'release-1', flow: 'shop', compliance_state: 'COMPLIANT', gate: { verdict: 'non-compliant' }, last_modified_at: 0 },
    { name: trail.name, flow: 'pay', compliance_state: 'INCOMPLETE', last_modified_at: 0 },
  ];
  const item = { resolved_to: { type: 'commit', full_match: trail.name }, artifacts: [{ fingerprint: 'f'.repeat(64) }], trails };
  await play('search', item, terminal);
  const [facts, tables] = [out.slice(0, 2), out.slice(2).join('\n').trim().split('\n\n')];
  expect([facts.length, tables.length]).toEqual([2, 2]);
  expect(tables[0]).toMatch(/^FINGERPRINT .*\nf{12}/);
  expect(tables[1]?.split('\n').map((line) => line.trim().split(/ {2,}/).slice(0, 3))).toEqual([
    ['TRAIL', 'FLOW', 'STATE'],
    ['release-1', 'shop', 'Not compliant (recorded: COMPLIANT)'],
    [trail.name, 'pay', 'INCOMPLETE'],
  ]);
});

test('machines are told everything', async () => {
  const { terminal } = recording();
  expect(await play('flow list', [flow], terminal)).toEqual({ flows: [flow], more: 0 });
  expect(await play('flow get', flow, terminal)).toEqual(flow);
});

const trail = {
  name: 'c0ffee0000000000000000000000000000000001',
  compliance_status: {
    status: 'INCOMPLETE',
    attestations_statuses: [
      { attestation_name: 'unit', attestation_type: 'junit', status: 'COMPLETE', is_compliant: false, attestation_id: 'a-1' },
      { attestation_name: 'extra', status: 'COMPLETE', is_compliant: true, unexpected: true },
    ],
    artifacts_statuses: { image: { status: 'INCOMPLETE', attestations_statuses: [{ attestation_name: 'scan', status: 'MISSING' }] } },
  },
  git_commit_info: { sha1: 'c0ffee0000000000000000000000000000000001', message: 'Fix it\n\nwhy', branch: 'main' },
  flow: { name: 'shop' },
  html_url: 'https://evidence.example/acme/shop',
};

test('trails are a table with short SHAs and the first line of each message', async () => {
  const { out, terminal } = recording();
  await play('trail list', [trail], terminal);
  expect(out.join('\n').split('\n')).toEqual([
    'TRAIL         STATE       LAST CHANGE  COMMIT   MESSAGE',
    'c0ffee000000  INCOMPLETE               c0ffee0  Fix it',
  ]);
});

test('one trail is shown with every attestation on it, those of its artifacts too', async () => {
  const { out, terminal } = recording();
  await play('trail get', trail, terminal);
  expect(out.join('\n').split('\n')).toEqual([
    'Trail   c0ffee0000000000000000000000000000000001',
    'Flow    shop',
    'State   INCOMPLETE',
    'Commit  c0ffee0000000000000000000000000000000001 Fix it',
    'Branch  main',
    'Page    https://evidence.example/acme/shop',
    '',
    'ATTESTATION  TYPE   STATUS    COMPLIANT  REQUIRED  ID',
    'unit         junit  COMPLETE  no         yes       a-1',
    'extra               COMPLETE  yes        no',
    'image.scan          MISSING              yes',
  ]);
});

test.each([
  [{ status: 'COMPLIANT' }, false, 'State now  COMPLIANT, by the template that its flow has now'],
  [{ status: 'COMPLIANT' }, true, 'State now  COMPLIANT, by its own template and that of its flow'],
  [{ status: 'INCOMPLETE' }, false, undefined],
  [null, null, undefined],
])('one trail is shown with its state of now where that is another one: %j', async (current, own_template, expected) => {
  const { out, terminal } = recording();
  await play('trail get', { ...trail, current, own_template }, terminal);
  expect(out.find((line) => line.startsWith('State now'))).toBe(expected);
});

test('the states of a list and of an item have the colours of their verdicts', async () => {
  const { out, terminal } = recording();
  const style = (of: string | readonly string[], text: string): string => `[${[of].flat().join()}]${text}`;
  const environments = [true, false, null].map((state, index) => ({ name: `e${index}`, state }));
  await play('environment list', environments, { ...terminal, style });
  expect(out.join('\n').match(/\[\w+\]\S+/g)).toEqual(['[green]compliant', '[red]non-compliant', '[yellow]unknown']);
  const words = [
    'COMPLIANT (overridden)',
    'NON-COMPLIANT',
    'INCOMPLETE',
    'missing',
    'no',
    'yes',
    'of tomorrow',
    'Unusable evidence',
    'notable',
    'no-op',
  ];
  expect(words.map((text) => cellTone('STATE', text))).toEqual([
    'overridden',
    'bad',
    'bad',
    'bad',
    'bad',
    'good',
    undefined,
    'bad',
    undefined,
    undefined,
  ]);
  expect(cellTone('NAME', 'compliant')).toBeUndefined();
});

test('a state that is cut for want of room keeps the colour of the whole one', async () => {
  const { out, terminal } = recording();
  const style = (of: string | readonly string[], text: string): string => `[${[of].flat().join()}]${text}`;
  const trails = (['COMPLIANT', 'NON-COMPLIANT'] as const).map((status, index) => ({
    ...trail,
    name: `t${index}`,
    compliance_status: { ...trail.compliance_status, status },
  }));
  await play('trail list', trails, { ...terminal, style, columns: 40 });
  expect(out.join('\n').match(/\[\w+\]\S+/g)).toEqual(['[green]COMPLIANT', '[red]NON-COMPL…']);
});
