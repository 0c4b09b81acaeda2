/** One parser, loaded alone, over one folder of the JUnit benchmark, as a process of its own: `node junit-peer.ts PARSER FOLDER`. */
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadPackage } from '../../../test/support/on-demand.ts';

const [parser = '', folder = ''] = process.argv.slice(2);
const files = readdirSync(folder).map((name) => join(folder, name));

/** Counts objects under `testcase` keys in whatever tree a parser makes. */
function casesIn(node: unknown): number {
  let count = 0;
  const left = [node];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, value] of Object.entries(next)) {
      if (key === 'testcase') count += Array.isArray(value) ? value.length : 1;
      else left.push(value);
    }
  }
  return count;
}

/** Loads a parser, so that loading is not timed, and returns its way over the files. */
const parsers: Readonly<Record<string, () => Promise<() => Promise<number>>>> = {
  async ours() {
    const { readTestResults } = await import('../../../src/commands/results/read-results.ts');
    await import('@actions/glob');
    const patterns = files.length === 1 ? files : ['*.xml'];
    return async () => (await readTestResults(patterns, { workspace: folder })).totals.total;
  },
  async saxes() {
    const { SaxesParser } = await import('saxes');
    return async () => {
      let count = 0;
      for (const file of files) {
        const saxes = new SaxesParser();
        saxes.on('opentag', (tag) => {
          if (tag.name === 'testcase') count += 1;
        });
        saxes.on('error', (error) => {
          throw error;
        });
        for await (const piece of createReadStream(file, { encoding: 'utf8', highWaterMark: 256 * 1024 })) saxes.write(String(piece));
        saxes.close();
      }
      return count;
    };
  },
  async 'fast-xml-parser'() {
    const { XMLParser } = await import('fast-xml-parser');
    return () => sumOf(async (file) => casesIn(new XMLParser({ ignoreAttributes: false }).parse(await readFile(file, 'utf8'))));
  },
  async xml2js() {
    const xml2js: { parseStringPromise(text: string): Promise<unknown> } = loadPackage('xml2js');
    return () => sumOf(async (file) => casesIn(await xml2js.parseStringPromise(await readFile(file, 'utf8'))));
  },
  async 'xml-js'() {
    const xmlJs: { xml2json(text: string, options: { compact: true }): string } = loadPackage('xml-js');
    return () => sumOf(async (file) => casesIn(JSON.parse(xmlJs.xml2json(await readFile(file, 'utf8'), { compact: true }))));
  },
  'read only': async () => () => sumOf(async (file) => (await readFile(file)).length),
  'read only, sync': async () => () => sumOf(async (file) => readFileSync(file).length),
};

async function sumOf(countOf: (file: string) => Promise<number>): Promise<number> {
  let sum = 0;
  for (const file of files) sum += await countOf(file);
  return sum;
}

const load = parsers[parser];
if (load === undefined) throw new Error(`no such parser: ${parser}; there are ${Object.keys(parsers).join(', ')}`);
const run = await load();
const before = process.cpuUsage();
const started = performance.now();
const count = await run();
const milliseconds = performance.now() - started;
const { user, system } = process.cpuUsage(before);
const kilobytes = process.resourceUsage().maxRSS;
process.stdout.write(JSON.stringify({ milliseconds, processor: (user + system) / 1000, count, kilobytes }));
