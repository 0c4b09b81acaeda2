import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { nameApart, recordIt, twoJobs } from '../../src/gate/fixes.ts';
import { question } from './build.ts';

test('the pipeline of two kinds of job can be pasted: it is YAML, asks for all names, and needs jobs that can be named so', () => {
  const [said, yaml] = twoJobs(question, ['unit', 'image.scan', 'e2e tests']).split('\n\n');
  expect(said).toContain('command: attest');
  expect(parse(yaml ?? '')).toEqual({
    gate: {
      needs: ['unit', 'image-scan', 'e2e-tests'],
      if: '${{ always() }}',
      'runs-on': 'ubuntu-latest',
      steps: [
        {
          uses: '<owner>/compliance-evidence@v1',
          with: {
            command: 'gate',
            'base-url': '${{ vars.EVIDENCE_BASE_URL }}',
            'api-token': '${{ secrets.EVIDENCE_API_TOKEN }}',
            org: 'acme',
            flow: 'shop',
            'required-attestations': 'unit, image.scan, e2e tests',
          },
        },
      ],
    },
  });
});

test('a name of the trail is recorded without a target', () => {
  expect(recordIt('unit', question)).toContain('command: attest, flow: shop, attestation-name: unit. ');
});

test('a name of an artifact is recorded for that artifact, whose name ends at the first dot', () => {
  expect(recordIt('image.unit.fast', question)).toContain('flow: shop, attestation-name: unit.fast, target-artifacts: image. ');
});

test('kinds of run get names of their own by their matrix, or else by their job', () => {
  expect(nameApart('unit', ['os', 'node'])).toBe('attestation-name: unit-${{ matrix.os }}-${{ matrix.node }}');
  expect(nameApart('unit', [])).toBe('attestation-name: unit-${{ github.job }}');
});
