import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  beginTrail,
  nameInYaml,
  namesInYaml,
  recordThem,
  reportArtifact,
  twoJobs,
  wantedBy,
  type Wanted,
} from '../../../src/gate/advice.ts';
import { yamlIn } from '../../support/advice.ts';
import { question } from '../build.ts';

const wanted = (...keys: readonly string[]): readonly Wanted[] => keys.map((key) => wantedBy(key));
const connection = {
  'base-url': '${{ vars.EVIDENCE_BASE_URL }}',
  'api-token': '${{ secrets.EVIDENCE_API_TOKEN }}',
  org: 'acme',
  flow: 'shop',
};
const action = '<owner>/compliance-evidence@v1';

describe('the pipeline of two kinds of jobs', () => {
  it('can be pasted: the jobs that are known, a place for the others, and the step that records what is missing', () => {
    const [pipeline, step] = yamlIn(twoJobs(question, ['test', 'not a job'], wanted('lint', 'image.scan'), ['unit', 'image.scan']));
    expect(pipeline).toEqual({
      gate: {
        needs: ['test', '<the jobs that record lint and scan>'],
        if: '${{ always() }}',
        'runs-on': 'ubuntu-latest',
        permissions: {},
        steps: [
          {
            uses: action,
            with: { command: 'gate', ...connection, 'required-attestations': 'unit, image.scan', jobs: '${{ toJSON(needs) }}' },
          },
        ],
      },
    });
    expect(step).toEqual([
      expect.objectContaining({ uses: action, with: expect.objectContaining({ command: 'attest', 'attestation-name': 'lint' }) }),
    ]);
  });

  it('has a place for this job where no record says its name', () => {
    expect(yamlIn(twoJobs(question, [], wanted('lint'), []))[0]).toMatchObject({
      gate: { needs: ['<this job>', '<the job that records lint>'] },
    });
  });
});

describe('the step that records what is missing', () => {
  const step = (one: Wanted, about = question): unknown => Object(yamlIn(recordThem([one], about))[0])[0];

  it('runs whatever the tests came to, and says how they ended', () => {
    expect(step(wantedBy('unit'))).toEqual({
      uses: action,
      if: '${{ !cancelled() }}',
      with: {
        command: 'attest',
        ...connection,
        'attestation-name': 'unit',
        'junit-paths': '<where unit writes its JUnit files>',
        'test-outcome': '${{ steps.<the id of its step>.outcome }}',
      },
    });
  });

  it('names the artifact, whose name ends at the first dot', () => {
    expect(step(wantedBy('image.unit'))).toMatchObject({ with: { 'attestation-name': 'unit', 'target-artifacts': 'image' } });
  });

  it('names the trail where it is not that of the commit', () => {
    expect(step(wantedBy('unit'), { ...question, trail: '1.0' })).toMatchObject({ with: { trail: '1.0' } });
  });

  it.each([
    ['*', { 'junit-paths': expect.any(String) }],
    ['generic', { 'attestation-type': 'generic', compliant: "${{ steps.<the id of its step>.outcome == 'success' }}" }],
    ['custom:license', { 'attestation-type': 'custom:license', data: 'evidence.json' }],
    ['pull_request', { 'attestation-type': 'pull_request', data: 'pull-requests.json' }],
    ['snyk', { 'attestation-type': 'snyk', data: 'snyk.json' }],
    ['sonar', { 'attestation-type': 'sonar', data: 'sonar.json' }],
    ['jira', { 'attestation-type': 'jira', data: 'jira.json' }],
    ['system:decision', { 'attestation-type': 'decision', control: expect.any(String), compliant: expect.stringContaining('<') }],
  ])('is one for the kind of evidence that the template has: %s', (type, inputs) => {
    expect(step({ ...wantedBy('a'), type })).toMatchObject({ with: inputs });
  });

  it('is there once for each kind, and tells for which other names it serves', () => {
    const fix = recordThem([...wanted('unit', 'e2e'), { ...wantedBy('image.scan'), type: 'snyk' }], question);
    expect(yamlIn(fix)[0]).toHaveLength(2);
    expect(fix).toContain('attestation-name: unit # and a step like this one for e2e');
  });

  it('is not there for a kind that nothing records, nor for a name that no service takes', () => {
    for (const one of [{ ...wantedBy('a'), type: 'weird' }, wantedBy('${{ secrets.KEY }}'), wantedBy('a b.c')]) {
      const fix = recordThem([one], question);
      expect(yamlIn(fix)).toEqual([]);
      expect(fix).toContain('Nothing here records it');
      expect(fix).not.toContain('secrets.KEY');
    }
  });
});

it('a trail that has not begun is begun by what is required, or by the jobs that attest', () => {
  expect(yamlIn(beginTrail(wanted('unit'), question))[0]).toHaveLength(1);
  expect(yamlIn(beginTrail([], question))).toEqual([]);
});

it('an artifact that the template names is reported by a step', () => {
  expect(yamlIn(reportArtifact('image', question))[0]).toMatchObject([
    { with: { command: 'artifact-report', 'artifact-name': 'image', 'artifact-path': expect.any(String) } },
  ]);
});

it.each([
  ['unit-tests', 'unit-tests'],
  ['1e5', "'1e5'"],
  ['true', "'true'"],
  ['.5', "'.5'"],
  ['${{ secrets.KEY }}', '<its name>'],
  ['a: b', '<its name>'],
])('a name is a text of YAML, and one that may be anything is left to the user: %s', (name, written) => {
  expect(nameInYaml(name)).toBe(written);
  expect(typeof parse(nameInYaml(name))).toBe('string');
});

it('several names are one text of YAML, whatever each of them would be', () => {
  for (const names of [['1e5'], ['1e5', 'true'], ['unit', 'image.scan']]) expect(parse(namesInYaml(names))).toBe(names.join(', '));
  expect(namesInYaml(['a', '${{ secrets.KEY }}'])).toBe('a, <its name>');
});
