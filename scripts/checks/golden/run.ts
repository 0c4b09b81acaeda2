/**
 * Plays a fixed day with a clock that stands still and chance from a seed, and keeps the digest of every text that a user or
 * another program sees: `npm run check:golden -- [--keep FOLDER] [--update]`. It ends with 1 where a digest is not the one in
 * sums.txt; `--update` writes the new ones. `--keep` leaves the texts, so that those of two programs can be compared
 * (`diff -r`). An equal digest means that a change of the code changed nothing that is seen.
 */
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Golden } from './golden.ts';

const { values } = parseArgs({ options: { keep: { type: 'string' }, update: { type: 'boolean', default: false } } });
const fixed = join(import.meta.dirname, 'fixed.ts');
/** One folder for all that is made: its name stands in what is seen. */
const place = join(tmpdir(), 'golden');

if (process.env['GOLDEN_INSIDE'] === '1') await playAll();
else {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  const { status } = spawnSync(process.execPath, ['--import', fixed, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: place, GOLDEN_INSIDE: '1' },
  });
  rmSync(place, { recursive: true, force: true });
  process.exitCode = status ?? 1;
}

async function playAll(): Promise<void> {
  const [{ playAudits }, { verifyKept }, { playOrganization }, { playRuns }, { playWeek }, { readTexts }] = await Promise.all([
    import('./audits.ts'),
    import('./kept.ts'),
    import('./organization.ts'),
    import('./runs.ts'),
    import('./week.ts'),
    import('./texts.ts'),
  ]);
  const texts = new Map<string, string | Uint8Array>();
  for (const play of [readTexts, playAudits, playOrganization, playWeek, playRuns, verifyKept])
    for (const [name, text] of await play(fixed)) texts.set(name, text);
  compare(texts);
}

function compare(texts: Golden): void {
  const file = join(import.meta.dirname, 'sums.txt');
  const before = new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const after = new Map(Array.from(texts, ([name, text]) => [name, hash('sha256', text)]));
  if (values.keep !== undefined)
    for (const [name, text] of texts) {
      const path = join(values.keep, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  const differing = names.filter((name) => before.get(name) !== after.get(name));
  for (const name of differing)
    process.stdout.write(`${after.has(name) ? (before.has(name) ? 'differs' : 'is new') : 'is gone'}: ${name}\n`);
  process.stdout.write(`${after.size} texts, ${differing.length} are not as before\n`);
  if (values.update)
    writeFileSync(
      file,
      names
        .filter((name) => after.has(name))
        .map((name) => `${after.get(name)}  ${name}\n`)
        .join(''),
    );
  else if (differing.length > 0) process.exitCode = 1;
}
