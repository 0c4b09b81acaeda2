/** A service of many flows and trails in a thread of its own: the time of its answers is not counted as the caller's. */
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export interface ManyTrails {
  readonly flows: number;
  readonly trails: number;
  /** Milliseconds until each answer. */
  readonly delay: number;
  /** A flow, a trail of the commit SHA, and a record of it in flow FLOW, as JSON. */
  readonly template: string;
  readonly trail: string;
  readonly record: string;
}

/** The counts of its requests, as it tells them at `/counts`. */
export interface Counts {
  readonly asked: number;
  readonly most: number;
}

export const shaOf = (flow: number, trail: number): string =>
  `${flow.toString(16).padStart(20, '0')}${trail.toString(16).padStart(20, '0')}`;

if (parentPort !== null && typeof workerData === 'object' && workerData !== null && 'trails' in workerData) {
  const counts = { asked: 0, most: 0 };
  let now = 0;
  const answer = answers(workerData);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    if (url.pathname === '/counts') return void response.end(JSON.stringify(counts));
    counts.asked += 1;
    counts.most = Math.max(counts.most, (now += 1));
    setTimeout(() => {
      now -= 1;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(answer(url.pathname.replace('/api/v2', ''), url.searchParams));
    }, workerData.delay);
  });
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()));
}

function answers({ flows, record, template, trail, trails }: ManyTrails): (path: string, query: URLSearchParams) => string | Buffer {
  const listed = JSON.stringify(Array.from({ length: flows }, (_, flow) => ({ name: `f${flow}`, template })));
  const pages = new Map<string, Buffer>();
  for (let flow = 0; flow < flows; flow += 1) {
    for (let page = 1; page <= trails / 100; page += 1) {
      const data = Array.from({ length: 100 }, (_, n) => trail.replaceAll('SHA', shaOf(flow, (page - 1) * 100 + n))).join(',');
      const pagination = { total: trails, page, per_page: 100, page_count: trails / 100 };
      pages.set(`f${flow} ${page}`, Buffer.from(`{"data":[${data}],"pagination":${JSON.stringify(pagination)}}`));
    }
  }
  return (path, query) => {
    if (path === '/flows/acme') return listed;
    if (path.startsWith('/trails/acme/')) return pages.get(`${path.slice('/trails/acme/'.length)} ${query.get('page')}`) ?? '';
    if (path !== '/attestations/acme') return '[]';
    const found = query
      .getAll('commit_list')
      .map((sha) => `"${sha}":[${record.replaceAll('SHA', sha).replace('FLOW', `f${Number.parseInt(sha.slice(0, 20), 16)}`)}]`);
    return `{${found.join(',')}}`;
  };
}
