import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import { costOf, type Place } from './cost.ts';

export const token = 'bench-token-bench-token';

export const serving = (bin: string, data: string): readonly string[] => [bin, 'serve', '--data', data, '--port', '0'];

export function makeData(bin: string, data: string, place: Place): string {
  const options = { data, user: 'bench', org: 'acme', role: 'admin', token };
  costOf([bin, 'token', 'create', '--init', ...Object.entries(options).flatMap(([option, value]) => [`--${option}`, value])], place);
  return data;
}

export interface Served {
  readonly child: ChildProcess;
  readonly url: URL;
}

/** Starts a program that says in its first line where it serves; it is ready then. */
export async function startServed(args: readonly string[], place: Place): Promise<Served> {
  const child = spawn(process.execPath, [...args], { ...place, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  if (child.stdout === null) throw new Error('The server has no output.');
  const [ready]: unknown[] = await once(child.stdout, 'data');
  return { child, url: new URL(/http:\S+/.exec(String(ready))?.[0] ?? '') };
}

/** Requests a second, and the milliseconds that each took. */
export interface Loaded {
  readonly rate: number;
  readonly took: readonly number[];
}

/** Sends as many requests at once as there are connections, until `next` has no more. */
export async function load(connections: number, next: () => Promise<unknown> | undefined): Promise<Loaded> {
  const began = performance.now();
  const took: number[] = [];
  const one = async () => {
    for (;;) {
      const sent = performance.now();
      const answer = next();
      if (answer === undefined) return;
      await answer;
      took.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return { rate: took.length / ((performance.now() - began) / 1000), took };
}

export const connect = (connections: number): Agent => new Agent({ keepAlive: true, maxSockets: connections });

/** One exchange with a service; answers the body. Any other status than `expected` is an error. */
export function exchange(
  { hostname, port }: URL,
  options: Omit<RequestOptions, 'headers'> & { readonly headers?: OutgoingHttpHeaders },
  expected: number,
  body = '',
): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, ...options.headers };
  return new Promise((resolve, reject) => {
    const sending = request({ host: hostname, port, ...options, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const answer = Buffer.concat(chunks).toString();
        if (response.statusCode === expected) resolve(answer);
        else reject(new Error(`The server answered ${response.statusCode}: ${answer}`));
      });
    });
    sending.on('error', reject).end(body);
  });
}

export interface At {
  readonly org?: string;
  readonly flow?: string;
  readonly trail: string;
  readonly name: string;
  readonly more?: object;
}

export function attest(url: URL, agent: Agent, { flow = 'bench', more, name, org = 'acme', trail }: At): Promise<string> {
  const row = { name: 'suite', failures: 0, errors: 0, skipped: 0, total: 20, duration: 1.5 };
  const data = { attestation_name: name, junit_results: [row], origin_url: 'https://ci.example.com/runs/1', ...more };
  return sendForm(url, agent, 'POST', `/api/v2/attestations/${org}/${flow}/trail/${trail}/junit`, [['data_json', JSON.stringify(data)]]);
}

export function sendForm(
  url: URL,
  agent: Agent,
  method: 'POST' | 'PUT',
  path: string,
  parts: readonly (readonly [name: string, content: string])[],
): Promise<string> {
  const body = `${parts.map(([name, content]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`).join('')}--b--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': Buffer.byteLength(body) };
  return exchange(url, { agent, method, path, headers }, 201, body);
}
