import { expect, onTestFinished } from 'vitest';
import { readServiceFacts, type AskedOfService } from '../../../src/audit/collect/service.ts';
import type { ServiceFacts } from '../../../src/audit/collect/settings.ts';
import { openTransport, startDeadline, type Transport } from '../../../src/client/index.ts';
import { entryParts } from '../../../src/commands/audit/entry-parts.ts';
import { parseBaseUrl } from '../../../src/options/service.ts';
import { token } from '../../service/support.ts';

export const sha = (letter: string): string => letter.repeat(40);

export const commitOf = (letter: string): { readonly git_commit_info: Readonly<Record<string, unknown>> } => ({
  git_commit_info: {
    sha1: sha(letter),
    message: 'A change',
    author: 'Ada <ada@example.com>',
    branch: 'main',
    url: '',
    timestamp: 1000,
    parents: [],
  },
});

export function transportOf(url: string, bearer: string = token): Transport {
  const transport = openTransport({
    baseUrl: parseBaseUrl(url, { allowInsecureHttp: true }),
    token: bearer,
    userAgent: 'compliance-evidence/test',
    network: {},
    retry: { attempts: 2, first: 2, longest: 4, random: () => 0.5 },
  });
  onTestFinished(() => transport.close());
  return transport;
}

/** Reads from the service at a URL all that the audit needs: all flows and the commits `a` to `e`, unless said otherwise. */
export function read(url: string, asked: Partial<AskedOfService> = {}, bearer?: string): Promise<ServiceFacts> {
  return readServiceFacts(
    { transport: transportOf(url, bearer), org: 'acme', deadline: startDeadline(60_000), questions: entryParts.questions },
    {
      flows: [],
      shas: ['a', 'b', 'c', 'd', 'e'].map(sha),
      approvalsOf: [],
      since: new Date(Date.now() - 3_600_000).toISOString(),
      until: new Date(Date.now() + 3_600_000).toISOString(),
      report: () => {},
      ...asked,
    },
  );
}

/** The facts of a service that answered everything. */
export async function readWhole(url: string, asked: Partial<AskedOfService> = {}): Promise<ServiceFacts> {
  const facts = await read(url, asked);
  expect([facts.holes, facts.untold.map(({ source }) => source)]).toEqual([[], []]);
  return facts;
}

/** How often each kind of question was asked. */
export const timesOf = ({ queries }: ServiceFacts): Readonly<Record<string, number>> =>
  Object.fromEntries(queries.map(({ text, times }) => [text, times]));
