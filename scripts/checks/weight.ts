/**
 * Counts the house: `npm run check:weight -- [--rooms] [--lower]`. The files, lines, lines of imports and tokens (comments left
 * out) of the sources, the scripts, the support of tests and the generated files; and how the files of `src` hang together, with
 * the names under `--rooms`. It ends with 1 where a number is above its ceiling in weight.json. `--lower` writes the numbers
 * that are below their ceiling as the new ones, and raises none; `--rooms` counts each room of `src` as well.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import CliTable from 'cli-table3';
import tokensOf from 'js-tokens';
import { filesBelow, importsOf, posix, root, roomOf, src } from '../../test/support/sources.ts';
import { higherThan, loneSiblings, mutualFolders, structureOf, type Structure } from '../../test/support/structure.ts';

const measures = ['files', 'lines', 'imports', 'tokens'] as const;
const areas = ['src', 'scripts', 'test support', 'generated'] as const;

type Weight = Readonly<Record<(typeof measures)[number], number>>;
type Weights = Readonly<Record<string, Weight>>;

const ceilings = join(import.meta.dirname, 'weight.json');
const notCode: ReadonlySet<string> = new Set([
  'WhiteSpace',
  'LineTerminatorSequence',
  'MultiLineComment',
  'SingleLineComment',
  'HashbangComment',
]);

/** A test is in no area: more tests are better. */
function areaOf(name: string): (typeof areas)[number] | undefined {
  if (name.endsWith('.gen.ts')) return 'generated';
  if (name.endsWith('.test.ts')) return undefined;
  if (name.startsWith('test/')) return 'test support';
  return name.startsWith('scripts/') ? 'scripts' : 'src';
}

function weigh(text: string): Weight {
  const tokens = Array.from(tokensOf(text)).filter(({ type }) => !notCode.has(type));
  return { files: 1, lines: text.split('\n').length - 1, imports: importLines(text), tokens: tokens.length };
}

function importLines(text: string): number {
  const statements = text.matchAll(/^(?:import|export)\s(?:[^;'"]*?\sfrom\s+)?'[^']+';$/gm);
  return Array.from(statements, ([statement]) => statement.split('\n').length).reduce((sum, lines) => sum + lines, 0);
}

function add(one: Weight | undefined, other: Weight): Weight {
  if (one === undefined) return other;
  return {
    files: one.files + other.files,
    lines: one.lines + other.lines,
    imports: one.imports + other.imports,
    tokens: one.tokens + other.tokens,
  };
}

function weights(group: (name: string) => string | undefined): Weights {
  const sums: Record<string, Weight> = {};
  for (const name of globSync(['src/**/*.ts', 'scripts/**/*.ts', 'test/**/*.ts'], { cwd: root }).map(posix).toSorted()) {
    const key = name.includes('/node_modules/') || name.includes('/fixtures/') ? undefined : group(name);
    if (key !== undefined) sums[key] = add(sums[key], weigh(readFileSync(join(root, name), 'utf8')));
  }
  return sums;
}

function print(title: string, rows: Weights): void {
  const table = new CliTable({
    head: [title, ...measures],
    style: { head: [], border: [] },
    colAligns: ['left', 'right', 'right', 'right', 'right'],
  });
  for (const [name, weight] of Object.entries(rows)) table.push([name, ...measures.map((measure) => weight[measure].toLocaleString('en'))]);
  process.stdout.write(`${table.toString()}\n`);
}

const { values } = parseArgs({ options: { rooms: { type: 'boolean', default: false }, lower: { type: 'boolean', default: false } } });
const found = weights(areaOf);
const imports = filesBelow(src).flatMap(importsOf);
const structure = structureOf(imports);
const most: { readonly areas: Weights; readonly structure: Structure } = JSON.parse(readFileSync(ceilings, 'utf8'));
print('Area', found);
for (const [name, count] of Object.entries(structure)) process.stdout.write(`${name}: ${count}\n`);
if (values.rooms) {
  print(
    'Room',
    weights((name) => (areaOf(name) === 'src' ? roomOf(name.slice('src/'.length)) : undefined)),
  );
  for (const line of [...loneSiblings(imports), ...mutualFolders(imports)]) process.stdout.write(`${line}\n`);
}

const above = areas.flatMap((area) =>
  measures.flatMap((measure) => {
    const [is, may] = [found[area]?.[measure] ?? 0, most.areas[area]?.[measure] ?? 0];
    return is > may ? [`${area}: ${is} ${measure}, and the ceiling is ${may}.`] : [];
  }),
);
above.push(...higherThan(structure, most.structure));
for (const line of above) process.stderr.write(`${line}\n`);
if (above.length > 0) process.stderr.write('Take away as much as you add. The ceilings in scripts/checks/weight.json only go down.\n');
if (above.length === 0 && values.lower) writeFileSync(ceilings, `${JSON.stringify({ areas: found, structure }, undefined, 2)}\n`);
process.exitCode = above.length > 0 ? 1 : 0;
