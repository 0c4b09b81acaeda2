import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/sources.ts';
import { examples } from '../workflows/examples.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const [first] = examples();

it('is short enough to be read', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(160);
});

it('begins with one workflow, which has a service of its own and needs no secret', () => {
  expect(examples().filter(({ page }) => page === 'README.md')).toEqual([first]);
  expect(first?.text).toContain('/.github/actions/serve@v1\n');
  expect(first?.text).not.toMatch(/secrets\.|vars\.|npx|setup-node/);
});

it.each(['pytest', 'Node.js', 'Go', 'Maven'])('has a line for %s, which writes where a workflow looks', (language) => {
  const [, line = ''] = new RegExp(`^ *\\| ${language} \\| (.+) \\|$`, 'm').exec(readme) ?? [];
  const looks = /junit-paths: (.+)/.exec(first?.text ?? '')?.[1];
  expect(looks).toBe('build/test-results/**/*.xml');
  expect(line).toMatch(/^`[^`]*[ =]build\/test-results\/tests\.xml[^`]*`$|, and `junit-paths: '\S+'`$/);
});

it('says of its first commands how long they take', () => {
  const commands = Array.from(readme.matchAll(/^```sh\n([^]*?)^```$/gm));
  expect(commands.map(([, text = '']) => text.trim())).toEqual([
    'npx compliance-evidence demo',
    'npm ci && npm start',
    'npm ci && npm test',
  ]);
  for (const { 0: block, index } of commands)
    expect(readme.slice(index - 200, index + block.length + 100)).toMatch(/about \d+ (?:seconds|minutes)/);
});
