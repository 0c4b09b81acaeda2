/**
 * Measures JUnit reading next to its peers: `npm run prepare && npm run bench:junit [-- --rounds 3] [--vendor PATH]`. Prints a
 * table. It is not a timed test. Each reading is a process of its own. All are taken in turn, so that a busy machine slows them
 * alike, and the ratios are of the best times. `--vendor` is the vendor's client (npm: @kosli/cli-linux-x64), timed as a whole
 * process.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installFor } from '../../../test/support/on-demand.ts';
import { writeInputs } from './junit-input.ts';

installFor('bench:junit');

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' }, vendor: { type: 'string' } } });
const rounds = Number(values.rounds);
const { vendor } = values;
const peer = join(import.meta.dirname, 'junit-peer.ts');

interface Sample {
  readonly milliseconds: number;
  /** In milliseconds; a busy machine changes it least. */
  readonly processor: number;
  readonly kilobytes: number;
}

const inputs = [
  { name: 'cases', title: '100 MB, 250,000 cases', base: 'saxes' },
  { name: 'logs', title: '600 MB of logs', base: 'saxes' },
  { name: 'files', title: '5,000 files of 4 KB', base: 'read only' },
] as const;
const peers = ['ours', 'saxes', 'fast-xml-parser', 'xml2js', 'xml-js'];

function take(name: string, folder: string): Sample | undefined {
  if (name === 'vendor') return takeVendor(folder);
  const { stdout, status } = spawnSync(process.execPath, ['--max-old-space-size=8192', peer, name, folder], {
    encoding: 'utf8',
    timeout: 300_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status !== 0) return undefined;
  const sample: Sample = JSON.parse(stdout);
  return sample;
}

/** The shell prints the times of its children in its second line: `0m1.25s 0m0.5s`. */
function takeVendor(folder: string): Sample | undefined {
  const place = ['--flow', 'f', '--trail', 't', '--name', 'n', '--org', 'acme', '--api-token', 'none', '--host', 'http://127.0.0.1:9'];
  const args = ['attest', 'junit', ...place, '--dry-run', '--upload-results=false', '--results-dir', folder];
  const started = performance.now();
  const { status, stdout } = spawnSync('sh', ['-c', '"$0" "$@" >/dev/null 2>&1 && times', vendor ?? '', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder },
  });
  const milliseconds = performance.now() - started;
  const children = [...(stdout.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const processor = children.reduce((sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000, 0);
  return status === 0 ? { milliseconds, processor, kilobytes: Number.NaN } : undefined;
}

function best(samples: readonly Sample[] | undefined, key: keyof Sample): number {
  return Math.min(...(samples ?? []).map((sample) => sample[key]));
}

/** Empty if it was not measured. */
function shown(number: number, digits = 0): string {
  return Number.isNaN(number) ? '' : number.toFixed(digits);
}

function line(...cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

const folder = mkdtempSync(join(tmpdir(), 'bench-junit-'));
try {
  process.stdout.write(
    `Node ${process.version}, ${availableParallelism()} cores, ${rounds} rounds. Best times, loading of the parsers not counted.\n\n`,
  );
  await writeInputs(folder);
  line('input', 'parser', 'time, ms', '/ ours', 'processor, ms', '/ ours', 'peak, MB');
  line('---', '---', '---:', '---:', '---:', '---:', '---:');
  for (const { name, title, base } of inputs) {
    const all = [...new Set([...peers, base, ...(name === 'files' ? ['read only, sync'] : [])])];
    // The vendor's client takes 6 GB for the logs.
    if (vendor !== undefined && name !== 'logs') all.push('vendor');
    const samples = new Map<string, Sample[]>(all.map((parser) => [parser, []]));
    const failed = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      for (const parser of all) {
        const sample = failed.has(parser) ? undefined : take(parser, join(folder, name));
        if (sample === undefined) failed.add(parser);
        else samples.get(parser)?.push(sample);
      }
    }
    const ours = samples.get('ours');
    for (const [parser, own] of samples) {
      if (own.length === 0) {
        line(title, parser, 'fails', '', '', '', '');
        continue;
      }
      const time = best(own, 'milliseconds');
      const processor = best(own, 'processor');
      const peak = Math.max(...own.map((sample) => sample.kilobytes)) / 1024;
      const ratios = [time / best(ours, 'milliseconds'), processor / best(ours, 'processor')];
      line(title, parser, shown(time), shown(ratios[0] ?? 0, 2), shown(processor), shown(ratios[1] ?? 0, 2), shown(peak));
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
