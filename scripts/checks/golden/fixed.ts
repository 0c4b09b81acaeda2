/**
 * A module for `node --import`: the clock stands still, chance is a row of numbers from a seed, and a server that asks for any
 * free port gets the next one of a row. So the texts of two runs of one program can be compared.
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import { Server } from 'node:net';
import { ServerResponse } from 'node:http';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { join, sep } from 'node:path';

const Real = Date;
const moment = Real.parse(process.env['GOLDEN_NOW'] ?? '2030-01-07T07:00:00Z');
class FixedDate extends Real {
  constructor(...given: readonly unknown[]) {
    // @ts-expect-error: the forms of Date are many, and all are handed on as they are.
    super(...(given.length === 0 ? [moment] : given));
  }

  static override now(): number {
    return moment;
  }
}
Object.assign(globalThis, { Date: FixedDate });

/** Two programs that speak to one service must not draw the same. */
const seed = process.env['GOLDEN_SEED'] ?? '';
const drawn = new Map<string, number>();
/** Bytes that depend only on the number of earlier draws of this kind: other kinds may be drawn in between. */
function draw(size: number, kind = 'bytes'): Buffer {
  const key = `${kind} ${size}`;
  const number = (drawn.get(key) ?? 0) + 1;
  drawn.set(key, number);
  return crypto.createHash('shake256', { outputLength: size }).update(`${seed} ${key} ${number}`).digest();
}
Object.assign(crypto, {
  randomFillSync: (bytes: Buffer) => {
    bytes.set(draw(bytes.length, 'fill'));
    return bytes;
  },
  randomBytes: (size: number, done?: (error: null, bytes: Buffer) => void) => {
    const bytes = draw(size);
    if (done === undefined) return bytes;
    setImmediate(done, null, bytes);
    return undefined;
  },
  randomUUID: () => {
    const hex = draw(16, 'uuid').toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  },
});
/** Folders are numbered in the order in which they are made. */
function makeFolder(prefix: string): string {
  for (let number = 1; ; number += 1) {
    const path = `${prefix}${String(number).padStart(6, '0')}`;
    if (fs.mkdirSync(path, { recursive: true }) !== undefined) return path;
  }
}
Object.assign(fs, { mkdtempSync: makeFolder });
Object.assign(fs.promises, { mkdtemp: async (prefix: string) => makeFolder(prefix) });

/**
 * An audit names the digest of the program's files and the commit that it was built from, and a package holds a page that is built from
 * the sources. The true ones change with each change of the code, and so would the digest of each report and package.
 */
const { readFileSync } = fs;
const { readdir, readFile } = fs.promises;
const isProgram = (folder: unknown): boolean => typeof folder === 'string' && fs.existsSync(join(folder, 'cli', 'bin.js'));
const endsWith = (path: unknown, end: string): boolean => typeof path === 'string' && path.endsWith(end);
Object.assign(fs, {
  readFileSync: (...given: Parameters<typeof readFileSync>) =>
    endsWith(given[0], `${sep}verify.html`) ? '<!doctype html>\n<title>The page of the play</title>\n' : readFileSync(...given),
});
Object.assign(fs.promises, {
  readdir: async (...given: Parameters<typeof readdir>) => (isProgram(given[0]) ? ['program-of-the-play.js'] : readdir(...given)),
  readFile: async (...given: Parameters<typeof readFile>) => {
    if (endsWith(given[0], `${sep}commit.txt`)) throw new Error('The program of the play says no commit.');
    return endsWith(given[0], 'program-of-the-play.js') ? Buffer.from('the program of the play') : readFile(...given);
  },
});
syncBuiltinESMExports();
Math.random = () => draw(4, 'number').readUInt32BE() / 2 ** 32;

// Only in the player: two of its children may listen at the same time.
if (process.env['GOLDEN_INSIDE'] === '1') fixPorts();

function fixPorts(): void {
  let port = 20_800;
  const listen: Parameters<typeof Reflect.apply>[0] = Reflect.get(Server.prototype, 'listen');
  Server.prototype.listen = function fixed(this: Server, ...given: unknown[]): Server {
    const [first] = given;
    const isAny = first === 0 || (typeof first === 'object' && first !== null && Reflect.get(first, 'port') === 0);
    if (isAny) given[0] = typeof first === 'object' ? { ...first, port: (port += 1) } : (port += 1);
    return Reflect.apply(listen, this, given);
  };
}

/** Node dates its answers by a clock of its own. */
const writeHead: Parameters<typeof Reflect.apply>[0] = Reflect.get(ServerResponse.prototype, 'writeHead');
ServerResponse.prototype.writeHead = function dated(this: ServerResponse, ...given: unknown[]): ServerResponse {
  if (!this.hasHeader('date')) this.setHeader('date', new Date().toUTCString());
  return Reflect.apply(writeHead, this, given);
};

/** A busy machine must not count as overload of the service. */
const noPressure = new URL('../../../test/support/no-pressure.ts', import.meta.url).href;
registerHooks({ resolve: (name, context, next) => next(name === '@fastify/under-pressure' ? noPressure : name, context) });
