import { spawnSync } from 'node:child_process';
import { createHash, hash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { auditInput } from './audit-input.ts';

/** Megabytes that an audit may take, however many changes it reads. */
export const mostMegabytes = 200;

export interface Report {
  readonly name: string;
  readonly bytes: number;
  readonly digest: string;
}

export interface Run {
  readonly seconds: number;
  /** The most memory that the program itself held at once. */
  readonly megabytes: number;
  readonly reports: readonly Report[];
  /** The last line: its verdict. */
  readonly verdict: string;
}

const options = ['html', 'csv', 'json-file', 'sarif', 'junit', 'markdown', 'badge', 'oscal', 'oscal-plan'] as const;

/**
 * Is loaded before the program. At the end it writes the most memory that was held, in kilobytes, to the file that PEAK names. Linux counts
 * for a process also the memory of the process that started it; its status file has its own. It is JavaScript because Node takes 18 MB to
 * read TypeScript, which would be counted.
 */
export const peakScript = `import { readFileSync, writeFileSync } from 'node:fs';
process.on('exit', () => {
  const own = () => /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  writeFileSync(process.env.PEAK, String(process.platform === 'linux' ? own() : process.resourceUsage().maxRSS));
});`;

export async function writeInput(file: string, changes: number, faulty: number): Promise<void> {
  const lines = Readable.from(auditInput(changes, faulty)).map((each: object) => `${JSON.stringify(each)}\n`);
  await pipeline(lines, createWriteStream(file));
}

export async function runAudit(bin: string, file: string, folder: string): Promise<Run> {
  mkdirSync(folder, { recursive: true });
  const peak = join(folder, 'peak.txt');
  const wanted = options.map((option) => ({ option, file: join(folder, `audit.${option}${option === 'badge' ? '.svg' : ''}`) }));
  const started = performance.now();
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(peakScript)}`,
      bin,
      'audit',
      '--org',
      'acme',
      '--collected',
      file,
      ...wanted.flatMap(({ option, file: report }) => [`--${option}`, report]),
    ],
    { encoding: 'utf8', env: { PATH: process.env['PATH'], PEAK: peak } },
  );
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0 && status !== 1) throw new Error(`The audit ended with ${status ?? 'no code'}:\n${stdout}\n${stderr}`);
  const reports: Report[] = [];
  for (const { file: report, option } of wanted)
    reports.push({ name: option, bytes: statSync(report).size, digest: await digestOf(report) });
  const printed = stdout.replaceAll(folder, '');
  const summary = hash('sha256', printed);
  return {
    seconds,
    megabytes: Number(readFileSync(peak, 'utf8')) / 1024,
    reports: [...reports, { name: 'what it prints', bytes: Buffer.byteLength(printed), digest: summary }],
    verdict: stdout.trimEnd().split('\n').at(-1) ?? '',
  };
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
