/** One parser, loaded alone, over one folder of the JUnit benchmark, as a process of its own: `node junit-peer.ts PARSER FOLDER`. */
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

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

async function withSaxes(): Promise<number> {
  const { SaxesParser } = await import('saxes');
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
}

async function withXml2js(): Promise<number> {
  const xml2js: { parseStringPromise(text: string): Promise<unknown> } = createRequire(import.meta.url)('xml2js');
  let count = 0;
  for (const file of files) count += casesIn(await xml2js.parseStringPromise(await readFile(file, 'utf8')));
  return count;
}

const parsers: Readonly<Record<string, () => Promise<number>>> = {
  ours: async () => {
    const { readJunit } = await import('../../src/junit/index.ts');
    return (await readJunit(['*.xml'], { workspace: folder })).totals.total;
  },
  saxes: withSaxes,
  'fast-xml-parser': async () => {
    const { XMLParser } = await import('fast-xml-parser');
    let count = 0;
    for (const file of files) count += casesIn(new XMLParser({ ignoreAttributes: false }).parse(await readFile(file, 'utf8')));
    return count;
  },
  xml2js: withXml2js,
  'xml-js': async () => {
    const { xml2json } = await import('xml-js');
    let count = 0;
    for (const file of files) count += casesIn(JSON.parse(xml2json(await readFile(file, 'utf8'), { compact: true })));
    return count;
  },
  'read only': async () => {
    let bytes = 0;
    for (const file of files) bytes += (await readFile(file)).length;
    return bytes;
  },
  'read only, sync': async () => {
    let bytes = 0;
    for (const file of files) bytes += readFileSync(file).length;
    return bytes;
  },
};

const run = parsers[parser];
if (run === undefined) throw new Error(`no such parser: ${parser}; there are ${Object.keys(parsers).join(', ')}`);
const started = performance.now();
const count = await run();
process.stdout.write(JSON.stringify({ milliseconds: performance.now() - started, count, kilobytes: process.resourceUsage().maxRSS }));
