import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';

/**
 * Answers git over HTTP with the program that git has for it (git-http-backend). `folder` holds the bare repositories, and the path of
 * the address leads to one of them.
 */
export function serveGit(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://loopback');
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      HOME: tmpdir(),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  let head = Buffer.alloc(0);
  let isSent = false;
  child.stdout.on('data', (chunk: Buffer) => {
    if (isSent) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    isSent = true;
    for (const line of head.subarray(0, end).toString('latin1').split('\r\n')) {
      const [name = '', value = ''] = line.split(/:\s*/, 2);
      if (name.toLowerCase() === 'status') response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.write(head.subarray(end + 4));
  });
  child.on('close', () => response.end());
}
