import { EvidenceClient, parseBaseUrl, startDeadline } from '../client/index.ts';
import type { FlowInput } from '../contract/index.ts';
import type { OptionName } from './options.ts';
import type { OptionReader } from './read-option.ts';
import type { Report } from './report.ts';
import { userAgent } from './version.ts';

/** The options that applying a flow reads. */
export const flowOptions = ['base-url', 'api-token', 'org', 'timeout', 'allow-insecure-http'] as const satisfies readonly OptionName[];

/** The use case `flow apply`: creates or updates a flow with its template (YAML text; without one the stored one stays). Resolves to whether it is new. */
export async function applyFlow(
  flow: FlowInput,
  template: string | undefined,
  read: OptionReader,
  interrupt: AbortSignal,
  report: Report,
): Promise<'created' | 'updated'> {
  const client = new EvidenceClient({
    baseUrl: parseBaseUrl(read.required('base-url'), { allowInsecureHttp: read.flag('allow-insecure-http') }),
    token: read.required('api-token'),
    userAgent,
    deadline: startDeadline(read.duration('timeout'), interrupt),
    onNotice: (message) => report({ kind: 'info', message }),
  });
  try {
    return await client.putFlow(read.required('org'), flow, template);
  } finally {
    client.close();
  }
}
