import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '../../src/commands/index.ts';
import type { RawOptions } from '../../src/options/index.ts';
import { playNamed } from './play-named.ts';
import { openStage, type Stage } from './setup.ts';

const green = { name: 'suite', failures: 0, errors: 0, skipped: 0, total: 1, duration: 1 };

/** A commit whose SHA begins with `3f2a91c`, or otherwise where that is said. */
export const commit = (end: string, begin = '3f2a91c'): string => `${begin}${end.repeat(33)}`;
/** A fingerprint that begins with `7e57ab1`. */
export const print = (end: string): string => `7e57ab1${end.repeat(57)}`;

export interface Played {
  readonly result: Result;
  /** The messages meanwhile. */
  readonly said: readonly string[];
  /** The requests. */
  readonly asked: readonly string[];
}

/** A service in which names begin alike. */
export interface ShortStage extends Stage {
  /** The ids of the records on the trails of the commits `a` and `b`. */
  readonly ids: { readonly a: string; readonly b: string };
  play(name: string, options: RawOptions): Promise<Played>;
}

/**
 * In the flow `shop` the trails of two commits that begin alike, each with an artifact and a record, one of a third commit, one
 * of a commit without a record, and some that are not named after one.
 */
export async function openShortStage(): Promise<ShortStage> {
  const workspace = mkdtempSync(join(tmpdir(), 'short-names-'));
  const stage = await openStage();

  async function send(method: string, path: string, body: object): Promise<unknown> {
    const isForm = body instanceof FormData;
    const headers = { authorization: `Bearer ${stage.token}`, ...(isForm ? {} : { 'content-type': 'application/json' }) };
    const answer = await fetch(`${stage.url}/api/v2${path}`, { method, headers, body: isForm ? body : JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return JSON.parse(text);
  }

  async function begin(name: string): Promise<void> {
    const form = new FormData();
    form.set('data_json', JSON.stringify({ name }));
    await send('PUT', '/trails/acme/shop', form);
  }

  async function attest(sha: string): Promise<string> {
    const form = new FormData();
    form.set('data_json', JSON.stringify({ attestation_name: 'unit', junit_results: [green], git_commit_info: { sha1: sha } }));
    form.set('attachment_file', new Blob([sha]), 'results.xml');
    const created = await send('POST', `/attestations/acme/shop/trail/${sha}/junit`, form);
    return String(Object(created).attestation_id);
  }

  async function build(end: string): Promise<string> {
    await send('POST', '/artifacts/acme/shop', {
      fingerprint: print(end),
      filename: 'shop.tgz',
      build_url: 'https://ci.example/b',
      commit_url: 'https://ci.example/c',
      git_commit: commit(end),
      trail_name: commit(end),
    });
    return await attest(commit(end));
  }

  await stage.flow('shop', []);
  for (const trail of ['deadbeef', 'deadbeef01', 'deadbeef02', 'v1.2.3', commit('1', 'beefca1'), `${commit('a')}-again`])
    await begin(trail);
  for (let release = 1; release <= 12; release += 1) await begin(`release-2026-${release}`);
  const ids = { a: await build('a'), b: await build('b') };
  await attest(commit('0', '5ee5ee5'));
  await send('POST', '/approvals/acme/shop', {
    artifact_fingerprint: print('a'),
    description: '',
    src_commit_list: [commit('a')],
    approvals: [{ state: 'APPROVED', comment: '', approved_by: 'ada', approval_url: '' }],
  });

  return {
    ...stage,
    ids,
    async play(name, options) {
      const { requests } = stage.server;
      const before = requests.length;
      const raw = { 'base-url': stage.url, 'api-token': stage.token, org: 'acme', flow: 'shop', ...options };
      const { events, result } = await playNamed(name, raw, { workspace });
      const said = events.map((event) => `${event.kind}: ${event.message}`);
      return { result, said, asked: requests.slice(before).map((request) => request.url.replace('/api/v2', '')) };
    },
    async close() {
      rmSync(workspace, { recursive: true });
      await stage.close();
    },
  };
}
