import { describe, expect, it } from 'vitest';
import {
  approvalCommand,
  beginTrail,
  buildAnew,
  recordAgain,
  recordThem,
  reportArtifact,
  reportFingerprint,
  stepOf,
  stepsFor,
  twoJobs,
  wantedBy,
  type Wanted,
} from '../../../src/gate/advice.ts';
import type { ArtifactQuestion } from '../../../src/gate/index.ts';
import { question } from '../build.ts';

const wanted = (...keys: readonly string[]): readonly Wanted[] => keys.map((key) => wantedBy(key));
const steps = (some: readonly Wanted[], about = question): string => stepsFor(some, about) ?? 'none';
const unrecorded = (it: string): string => `Nothing here records ${it} under such a name and type: look at the template of the flow`;
const artifact: ArtifactQuestion = { subject: 'artifact', org: 'acme', flow: 'shop', fingerprint: 'f'.repeat(64), approvedFor: undefined };

it('what is missing is recorded by jobs that run before, or by a step that is added', () => {
  const [one, two] = [wanted('unit'), wanted('unit', 'lint')];
  expect(recordThem(one, question)).toBe(
    `Let the job that records it run before this one (needs: …), or set wait-timeout. Where no job records it yet, add to the one that has the results:\n\n${steps(one)}`,
  );
  expect(recordThem(two, question)).toBe(
    `Let the jobs that record them run before this one (needs: …), or set wait-timeout. Where no job records them yet, add to the one that has the results:\n\n${steps(two)}`,
  );
});

it('what nothing can record is looked for in the template', () => {
  const before = (who: string): string => `Let the ${who} run before this one (needs: …), or set wait-timeout. `;
  expect(recordThem(wanted('a b'), question)).toBe(before('job that records it') + unrecorded('it'));
  expect(recordThem(wanted('a b', 'c d'), question)).toBe(before('jobs that record them') + unrecorded('them'));
});

it('a trail is begun by what is wanted, or by the jobs that record evidence', () => {
  const look = 'Look at trail, which is the commit by default.';
  expect(beginTrail(wanted('unit'), question)).toBe(`${look} ${recordThem(wanted('unit'), question)}`);
  expect(beginTrail([], question)).toBe(`${look} Let the jobs that record evidence run before this one (needs: …), or set wait-timeout`);
});

it.each([
  ['3f2a91c', true],
  ['3f2a91'.padEnd(39, '0'), true],
  ['3f2a91'.padEnd(40, '0'), false],
  ['3f2a91', false],
  ['release', false],
])('a trail that is named %s may be in short: %s', (trail, isShort) => {
  expect(beginTrail([], { ...question, trail }).startsWith('Write the full name of the trail, all 40 digits of a SHA. Let')).toBe(isShort);
});

describe('the pipeline of two kinds of jobs', () => {
  /** The lines that a pipeline has for these names: its needs, and its inputs. */
  const lines = (fix: string): readonly string[] =>
    fix.split('\n').filter((line) => /^ +(?:needs|trail|required-attestations|jobs): /.test(line));

  it('is a text around YAML', () => {
    const gate = stepOf('gate', question, ['required-attestations: unit', 'jobs: ${{ toJSON(needs) }}'], false);
    const indented = gate
      .split('\n')
      .map((line) => `    ${line}`)
      .join('\n');
    const pipeline = (needs: string): string =>
      `Let each job record its own evidence, with command: attest, and one last job decide. Put names of jobs in the place of <…>:\n\ngate:\n  needs: [${needs}]\n  if: \${{ always() }}\n  runs-on: ubuntu-latest\n  permissions: {}\n  steps:\n${indented}\n\n`;
    expect(twoJobs(question, ['test'], wanted('lint'), ['unit'])).toBe(
      `${pipeline('test, <the job that records lint>')}Where no job records it yet, add to the one that has the results:\n\n${steps(wanted('lint'))}`,
    );
    expect(twoJobs(question, ['test'], wanted('a b', 'c d'), ['unit'])).toBe(
      `${pipeline('test, <the jobs that record the rest>')}${unrecorded('them')}`,
    );
  });

  it('names its trail, and nothing that is required where nothing is', () => {
    const about = { ...question, trail: '1.0' };
    expect(lines(twoJobs(about, ['test'], wanted('a b'), []))).toEqual([
      '  needs: [test, <the job that records the rest>]',
      "        trail: '1.0'",
      '        jobs: ${{ toJSON(needs) }}',
    ]);
  });

  it.each<readonly [readonly string[], string]>([
    [[], '<this job>'],
    [['a b', '1st', '-x', ' a', 'a ', ''], '<this job>'],
    [['a', '_b', 'C-1_d'], 'a, _b, C-1_d'],
    [['a b', ...'a b c d e f g h i j'.split(' ')], 'a, b, c, d, e, f, g, h, i, j'],
    ['a b c d e f g h i j k'.split(' '), 'a, b, c, d, e, f, g, h, i, j'],
  ])('needs the jobs that are known, ten at most: %j', (jobs, needs) => {
    expect(lines(twoJobs(question, jobs, wanted('lint'), []))[0]).toBe(`  needs: [${needs}, <the job that records lint>]`);
  });

  it.each<readonly [readonly string[], string]>([
    [['lint', 'a b'], 'lint'],
    [['lint', ' a', 'a '], 'lint'],
    [['a', 'b'], 'a and b'],
    [['a', 'image.b', 'c'], 'a and b and c'],
    ['a b c d e'.split(' '), 'a and b and c and d and e'],
    ['a b c d e f g'.split(' '), 'a and b and c and d and e and 2 more'],
  ])('has a place for the others by name: %j', (keys, names) => {
    expect(lines(twoJobs(question, ['test'], wanted(...keys), []))[0]).toBe(`  needs: [test, <the jobs that record ${names}>]`);
  });
});

it('what was recorded for something else is recorded again', () => {
  expect(recordAgain('unit', { ...question, flow: 'store' }, 'commit x')).toBe(
    'Let the job that records unit in flow store run for commit x too, before this one (needs: …), or set wait-timeout',
  );
});

describe('an artifact', () => {
  const report = (...inputs: readonly string[]): string =>
    `Report it in the job that builds it, and let that job run before this one (needs: …):\n\n${stepOf('artifact-report', question, [...inputs, 'artifact-path: <the file or directory>'], false)}`;

  it('is reported by a step, by its name or by what was built', () => {
    expect(reportArtifact('image', question)).toBe(report('artifact-name: image'));
    expect(reportArtifact('1', { ...question, trail: '2' })).toBe(report("trail: '2'", "artifact-name: '1'"));
    expect(reportFingerprint(artifact)).toBe(`Look at fingerprint and flow. ${report()}`);
  });

  it('that has the fingerprint of another is built anew', () => {
    expect(buildAnew).toBe(
      'Build the directory with one more file in it (the number of the build, for instance), so that it has a fingerprint of its own; report it by artifact-path, and let it be approved again',
    );
  });

  it.each<readonly [string | null | undefined, string]>([
    ['prod', ' --environment prod'],
    [null, ''],
    [undefined, ''],
  ])('is approved for an environment, or everywhere: %j', (approvedFor, option) => {
    expect(approvalCommand({ ...artifact, approvedFor })).toBe(
      `compliance-evidence approval report --org acme --flow shop --fingerprint ${'f'.repeat(64)}${option} --approved-by NAME`,
    );
  });
});
