import { describe, expect, it } from 'vitest';
import { nameInYaml, namesInYaml, stepOf, stepsFor, trailInputs, wantedBy, type Wanted } from '../../../src/gate/advice.ts';
import { question, sha } from '../build.ts';

describe('a name of required-attestations', () => {
  it.each<readonly [string, Pick<Wanted, 'name' | 'artifact'>]>([
    ['unit', { name: 'unit', artifact: undefined }],
    ['image.scan', { name: 'scan', artifact: 'image' }],
    ['image.scan.deep', { name: 'scan.deep', artifact: 'image' }],
    ['.scan', { name: 'scan', artifact: '' }],
    ['image.', { name: '', artifact: 'image' }],
    ['', { name: '', artifact: undefined }],
  ])('is of the artifact before its first dot: %j', (key, wanted) => {
    expect(wantedBy(key)).toStrictEqual({ ...wanted, type: undefined });
    expect(wantedBy(key, 'snyk')).toStrictEqual({ ...wanted, type: 'snyk' });
  });
});

describe('a name in YAML', () => {
  const long = 'n'.repeat(255);
  const type = 't'.repeat(300);

  it.each([
    'unit',
    'Unit',
    'x',
    'u1',
    'a_b-c.d~e,f',
    'unit:junit',
    'unit:custom:a-b_c~d',
    'unit:*',
    long,
    `${long}:${type}`,
    'untrue',
    'trueish',
    'nothing',
    'yesterday',
    'online',
    'offline',
    'my',
    'nn',
    'xnull',
  ])('is as it is: %s', (name) => {
    expect(nameInYaml(name)).toBe(name);
  });

  it.each('1 123 1e5 .5 -x _x ~ ,a 0x1f 1:junit true false null yes no on off y n TRUE No Y'.split(' '))(
    'is in quotes where it would be something else, or may be: %s',
    (name) => {
      expect(nameInYaml(name)).toBe(`'${name}'`);
    },
  );

  it.each([
    ['an empty text', ''],
    ['a name that is too long', `${long}n`],
    ['a type that is too long', `unit:${type}t`],
    ['a type of nothing', 'unit:'],
    ['a type alone', ':junit'],
    ['a blank before it', ' unit'],
    ['a blank after it', 'unit '],
    ['a blank in it', 'a b'],
    ['a line after it', 'unit\n'],
    ['a line before it', 'x y\nunit'],
    ['a blank in its type', 'unit:a b'],
    ['a dot in its type', 'unit:a.b'],
    ['a star as the name', '*'],
    ['an expression', '${{ secrets.KEY }}'],
    ['a quote', "a'b"],
  ])('is left to the user where the service takes no such name: %s', (_, name) => {
    expect(nameInYaml(name)).toBe('<its name>');
  });
});

it.each<readonly [readonly string[], string]>([
  [[], ''],
  [['unit'], 'unit'],
  [['1e5'], "'1e5'"],
  [['1e5', 'true'], '1e5, true'],
  [['unit', 'image.scan', '7'], 'unit, image.scan, 7'],
  [['a b', 'unit'], '<its name>, unit'],
])('several names are one value, with quotes around one alone: %j', (names, value) => {
  expect(namesInYaml(names)).toBe(value);
});

describe('a step', () => {
  const lines = (isAlwaysRun: boolean): readonly string[] => [
    '- uses: <owner>/compliance-evidence@v1',
    ...(isAlwaysRun ? ['  if: ${{ !cancelled() }}'] : []),
    '  with:',
    '    command: gate',
    '    base-url: ${{ vars.EVIDENCE_BASE_URL }}',
    '    api-token: ${{ secrets.EVIDENCE_API_TOKEN }}',
  ];

  it.each([true, false])('has what every command reads, then its own inputs; always run: %s', (isAlwaysRun) => {
    expect(stepOf('gate', question, ['trail: x', 'jobs: y'], isAlwaysRun)).toBe(
      [...lines(isAlwaysRun), '    org: acme', '    flow: shop', '    trail: x', '    jobs: y'].join('\n'),
    );
  });

  it('may have no input of its own, and writes the organization and the flow as names', () => {
    expect(stepOf('gate', { org: '1', flow: 'a b' }, [], false)).toBe([...lines(false), "    org: '1'", '    flow: <its name>'].join('\n'));
  });
});

it('a trail is named where it is not that of the commit', () => {
  expect(trailInputs({ trail: sha, commit: sha })).toEqual([]);
  expect(trailInputs({ trail: 'release-7', commit: sha })).toEqual(['trail: release-7']);
  expect(trailInputs({ trail: '1.0', commit: undefined })).toEqual(["trail: '1.0'"]);
});

/** The step that records something, by its inputs next to the connection. */
const attest = (...inputs: readonly string[]): string => stepOf('attest', question, inputs, true);
const junitOf = (name: string): readonly string[] => [
  `junit-paths: <where ${name} writes its JUnit files>`,
  'test-outcome: ${{ steps.<the id of its step>.outcome }}',
];
const junit = junitOf('unit');

describe('the steps that record what is wanted', () => {
  it.each<readonly [string | undefined, readonly string[]]>([
    [undefined, junit],
    ['*', junit],
    ['junit', junit],
    ['system:junit', junit],
    ['generic', ['attestation-type: generic', "compliant: ${{ steps.<the id of its step>.outcome == 'success' }}"]],
    ['decision', ['attestation-type: decision', 'control: <what was decided about>', 'compliant: <true or false, as somebody decided>']],
    ['pull_request', ['attestation-type: pull_request', 'data: pull-requests.json # the list of the pull requests of the commit']],
    ['snyk', ['attestation-type: snyk', 'data: snyk.json # what it found']],
    ['sonar', ['attestation-type: sonar', 'data: sonar.json # what it found']],
    ['system:jira', ['attestation-type: jira', 'data: jira.json # what it found']],
    ['custom:a', ['attestation-type: custom:a', 'data: evidence.json # what it says, as the type has it']],
    ['custom:a-b_c~1', ['attestation-type: custom:a-b_c~1', 'data: evidence.json # what it says, as the type has it']],
  ])('have what evidence of type %s has', (type, inputs) => {
    expect(stepsFor([{ ...wantedBy('unit'), type }], question)).toBe(attest('attestation-name: unit', ...inputs));
  });

  it.each(['override', 'custom:', 'custom:a b', ' custom:a', 'custom:a ', 'custom:system:a', 'custom', 'JUNIT', ''])(
    'are none for a type that nothing records: %j',
    (type) => {
      expect(stepsFor([{ ...wantedBy('unit'), type }], question)).toBeUndefined();
      expect(stepsFor([{ ...wantedBy('scan'), type }, wantedBy('unit')], question)).toBe(attest('attestation-name: unit', ...junit));
    },
  );

  it('are none where nothing is wanted', () => {
    expect(stepsFor([], question)).toBeUndefined();
  });

  it.each<readonly [string, Pick<Wanted, 'name' | 'artifact'>]>([
    ['an empty name', { name: '', artifact: undefined }],
    ['a dot in the name', { name: 'a.b', artifact: undefined }],
    ['a blank before the name', { name: ' a', artifact: undefined }],
    ['a blank after the name', { name: 'a ', artifact: undefined }],
    ['an empty artifact', { name: 'a', artifact: '' }],
    ['a comma in the artifact', { name: 'a', artifact: 'b,c' }],
    ['a blank before the artifact', { name: 'a', artifact: ' b' }],
    ['a blank after the artifact', { name: 'a', artifact: 'b ' }],
  ])('leave out what the action cannot name: %s', (_, named) => {
    const wanted = { ...named, type: undefined };
    expect(stepsFor([wanted], question)).toBeUndefined();
    expect(stepsFor([wanted, wantedBy('unit')], question)).toBe(attest('attestation-name: unit', ...junit));
  });

  it('name the artifact, and the trail before all', () => {
    expect(stepsFor([wantedBy('image-1.unit_2,b')], { ...question, trail: '1.0' })).toBe(
      attest("trail: '1.0'", 'attestation-name: unit_2,b', 'target-artifacts: image-1', ...junitOf('unit_2,b')),
    );
    expect(stepsFor([wantedBy('7.1')], question)).toBe(attest("attestation-name: '1'", "target-artifacts: '7'", ...junitOf('1')));
  });

  it('are one for each kind, in the order in which they are wanted, with the names that are alike', () => {
    const scan = (name: string): Wanted => wantedBy(name, 'snyk');
    const ofJunit = attest('attestation-name: unit # and a step like this one for image.e2e and for load', ...junit);
    const ofSnyk = attest('attestation-name: scan', 'target-artifacts: image', 'attestation-type: snyk', 'data: snyk.json # what it found');
    const tests = [wantedBy('unit'), wantedBy('image.e2e', '*'), wantedBy('load', 'system:junit')];
    expect(stepsFor([...tests, scan('image.scan')], question)).toBe(`${ofJunit}\n${ofSnyk}`);
    expect(stepsFor([scan('image.scan'), ...tests], question)).toBe(`${ofSnyk}\n${ofJunit}`);
  });

  it('name ten others at most', () => {
    const named = (count: number): string => Array.from({ length: count }, (_, index) => `t${index + 1}`).join(' and for ');
    const all = Array.from({ length: 12 }, (_, index) => wantedBy(`t${index}`));
    for (const [count, shown] of [
      [2, 1],
      [11, 10],
      [12, 10],
    ] as const) {
      expect(stepsFor(all.slice(0, count), question)).toBe(
        attest(`attestation-name: t0 # and a step like this one for ${named(shown)}`, ...junitOf('t0')),
      );
    }
  });
});
