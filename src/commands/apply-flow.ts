import { openTransport, putFlow, startDeadline } from '../client/index.ts';
import type { FlowInput } from '../contract/index.ts';
import type { RunContext } from './context.ts';
import type { OptionName } from '../options/table.ts';
import type { OptionReader } from '../options/reader.ts';
import { connectionSettings } from '../options/settings.ts';
import { userAgent } from './version.ts';

/** The options that applying a flow reads. */
export const flowOptions = ['base-url', 'api-token', 'org', 'timeout', 'allow-insecure-http'] as const satisfies readonly OptionName[];

/** The use case `flow apply`: creates or updates a flow with its template (YAML text; without one the stored one stays). Resolves to whether it is new. */
export async function applyFlow(
  flow: FlowInput,
  template: string | undefined,
  read: OptionReader,
  { interrupt, network, report }: Pick<RunContext, 'interrupt' | 'network' | 'report'>,
): Promise<'created' | 'updated'> {
  const { baseUrl, org, timeout, token } = connectionSettings(read);
  const deadline = startDeadline(timeout, interrupt);
  const onNotice = (message: string): void => report({ kind: 'info', message });
  const transport = openTransport({ baseUrl, token, userAgent, network, onNotice });
  try {
    return await putFlow({ transport, deadline, onNotice }, { org }, flow, template);
  } finally {
    transport.close();
  }
}
