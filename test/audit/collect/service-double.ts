import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from '../../support/loopback.ts';

/** The answer of a service to a path with its query. It is undefined if the service has no such thing. */
export type Answers = (path: string, query: URLSearchParams) => unknown;

export interface Double {
  readonly url: string;
  /** `GET` of each request, in order. */
  readonly asked: readonly string[];
  /** The most requests that it had at a time. */
  most(): number;
}

/** A service that only answers, each time after a while. A text is sent as it is, other values as JSON. */
export async function serveAnswers(answers: Answers, delay = 0): Promise<Double> {
  const asked: string[] = [];
  let [now, most] = [0, 0];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    asked.push(`${url.pathname}${url.search}`);
    now += 1;
    most = Math.max(most, now);
    setTimeout(() => {
      now -= 1;
      const answer = answers(decodeURIComponent(url.pathname.replace('/api/v2', '')), url.searchParams);
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? { message: 'Not found' }));
    }, delay);
  });
  const { close, url } = await listenOnLoopback(server);
  onTestFinished(close);
  return { url, asked, most: () => most };
}

/** A page of some items, as a service tells it that counts its items. */
export function pageOf(items: readonly unknown[], query: URLSearchParams): object {
  const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))];
  const pagination = { total: items.length, page, per_page: size, page_count: Math.ceil(items.length / size) };
  return { data: items.slice((page - 1) * size, page * size), pagination };
}

/** A green trail of a commit, in the shape of a list. */
export function trailAt(sha1: string, more: object = {}): object {
  const row = {
    attestation_name: 'unit',
    attestation_type: 'junit',
    attestation_id: `record-${sha1}`,
    status: 'COMPLETE',
    is_compliant: true,
  };
  const info = { sha1, message: '', author: '', branch: 'main', url: '', timestamp: 1, parents: [] };
  return {
    name: sha1,
    created_at: 1_700_000_000.25,
    git_commit_info: info,
    compliance_status: {
      status: 'COMPLIANT',
      is_compliant: true,
      attestations_statuses: [row],
      artifacts_statuses: {},
      evaluated_at: 1_700_000_001,
      flow_template_id: 'one',
    },
    template: { version: 1, trail: { attestations: [{ name: 'unit', type: 'junit' }] } },
    events: [
      { type: 'trail_reported', timestamp: 1_700_000_000.25, git_commit_info: info },
      {
        type: 'trail_attestation_reported',
        timestamp: 1_700_000_001.5,
        attestation_id: `record-${sha1}`,
        attestation_type: 'junit',
        template_reference_name: 'unit',
        is_compliant: true,
        git_commit_info: info,
      },
    ],
    ...more,
  };
}

/** The record of that trail. */
export function recordAt(sha1: string, flow: string, more: object = {}): object {
  return {
    attestation_id: `record-${sha1}`,
    attestation_name: 'unit',
    attestation_type: 'junit',
    is_compliant: true,
    created_at: 1_700_000_001.5,
    flow_name: flow,
    trail_name: sha1,
    git_commit_info: { sha1 },
    junit_results: [{ name: 's', failures: 0, errors: 0, skipped: 0, total: 3, duration: 0 }],
    ...more,
  };
}
