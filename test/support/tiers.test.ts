import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow, posix, root } from './sources.ts';

const script = readFileSync(join(root, '.ci', 'run'), 'utf8');
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

it('a test that measures time is one of those that run alone and may measure again', () => {
  const measuring = filesBelow(join(root, 'test'))
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.timed.test.ts'))
    .filter((file) => /performance\.now\(\) - |cpuUsage\(|hrtime|support\/growth\.ts'/.test(readFileSync(file, 'utf8')));
  const own = 'test/support/tiers.test.ts';
  expect(measuring.map((file) => posix(relative(root, file))).filter((file) => file !== own)).toEqual([]);
});

it('a tier of tests has a script, and all that lands has gone through each of them', () => {
  const tiers = Object.keys(scripts).filter((name) => /^test(?::slow|:timed|:postgres)?$/.test(name));
  expect(tiers.map((name) => scripts[name])).toEqual([
    'vitest run',
    'vitest run --mode slow',
    'vitest run --mode timed',
    'vitest run --mode postgres',
  ]);
  expect(script).toContain(`for tier in ${tiers.join(' ')}; do`);
});

it('types are checked before a change lands, and not where the package is installed', () => {
  expect(scripts).toMatchObject({
    prepare: 'node scripts/build/lib.ts',
    typecheck: ['tsconfig.json', 'src/audit/package/page']
      .map((project, at) => `tsc -p ${project} --incremental --tsBuildInfoFile .types/${at === 0 ? 'all' : 'page'}.tsbuildinfo`)
      .join(' && '),
  });
  expect(script).toContain(' npm run typecheck\n');
});

it('a property or a table that npm test tries with some of its cases is one of the slow tests as well', () => {
  const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8');
  const [, names = ''] = /const withMoreCases = \[([^\]]*)\]/.exec(config) ?? [];
  const some = filesBelow(join(root, 'test'))
    .filter(
      (file) =>
        file.endsWith('.test.ts') &&
        /\bruns\([\d_]+, [\d_]+\)|\{ (?:\w+, )*rows(?:, \w+)* \} from '[./]+support\/runs\.ts'/.test(readFileSync(file, 'utf8')),
    )
    .map((file) => posix(relative(join(root, 'test'), file)).replace(/\.test\.ts$/, ''));
  expect([...names.matchAll(/'([^']+)'/g)].map(([, name]) => name)).toEqual(some);
});
