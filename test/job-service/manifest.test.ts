import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { generateServeManifest } from '../../scripts/build/generate-serve.ts';

const { inputs, outputs, runs } = parse(generateServeManifest());

it('runs the bundle of its own, and ends what it started whatever became of the job', () => {
  const place = (script: string): string => join('.github/actions/serve', script).replaceAll('\\', '/');
  expect([runs.using, place(runs.main), place(runs.post), runs['post-if']]).toEqual([
    'node24',
    'dist/serve/main.js',
    'dist/serve/post.js',
    'always()',
  ]);
});

it('has an organization, which must be given, flows and a time limit; and says where the service is', () => {
  expect(inputs).toMatchObject({ org: { required: true }, 'flow-files': { required: false }, 'time-limit': { default: '6h' } });
  expect(Object.keys(outputs)).toEqual(['url', 'token']);
});
