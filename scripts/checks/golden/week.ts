import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '../../../src/contract/index.ts';
import * as service from '../../../src/service/index.ts';
import { fillWithEveryKind } from '../../../test/service/care/every-kind.ts';
import { token } from '../../../test/service/support.ts';
import type { Golden } from './golden.ts';

/** A value for each parameter of a path: something that is there. */
const given: Readonly<Record<string, string>> = {
  org: 'acme',
  flow_name: 'f',
  trail_name: 't',
  fingerprint: 'ab'.repeat(32),
  artifact_fingerprint: 'ab'.repeat(32),
  attestation_name: 'unit',
  commit_sha: 'c'.repeat(40),
  search_value: 'c'.repeat(40),
  notification_number: '1',
  approval_number: '1',
  policy_name: 'strict',
  type_name: 'coverage',
  env_name: 'eu',
  environment_name: 'eu',
  snapshot: '1',
};

/** A service with a record of every kind: the answer to each GET of the interface, each page that they link to, and its OpenAPI document. */
export async function playWeek(): Promise<Golden> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinds-'));
  await fillWithEveryKind(dataDir, service);
  const running = await service.startService({ host: '127.0.0.1', port: 0, dataDir, webhookHosts: ['hooks.example'] });
  const texts = new Map<string, string>();
  const read = async (path: string, name: string): Promise<string> => {
    const answer = await fetch(`${running.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const text = await answer.text();
    texts.set(`service/${name}`, `${answer.status} ${answer.headers.get('content-type')}\n${text}`);
    return text;
  };
  try {
    await read('/openapi.json', 'openapi.json');
    await read('/metrics', 'metrics');
    for (const [name, { method, path }] of Object.entries(operations))
      if (method === 'GET')
        await read(`/api/v2${path.replaceAll(/:(\w+)/g, (_, each: string) => given[each] ?? `no-${each}`)}`, `api/${name}.json`);
    const pages = new Set<string>();
    const note = (text: string): void => {
      for (const [, path = ''] of text.matchAll(/(?:href="|")(?:http:\/\/127\.0\.0\.1:\d+)?(\/acme\/[^"#]*)["#]/g))
        pages.add(path.replaceAll('&amp;', '&'));
    };
    for (const text of texts.values()) note(text);
    // A set goes on with what is added while it is walked.
    for (const path of pages) note(await read(path, `pages${path.replaceAll(/[?&=]/g, '_')}.html`));
    return texts;
  } finally {
    await running.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
