import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../errors/index.ts';
import { openJobService, readTimeLimit, usualTimeLimit } from '../job-service/index.ts';
import { given } from '../text/index.ts';
import type { Terminal } from './terminal.ts';

export interface EphemeralOptions {
  readonly org: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly flow: readonly string[];
  readonly timeLimit: string | undefined;
  readonly proxies: number | undefined;
}

/** Says where it is, and runs until it is told to stop. Then it is gone with all its data. */
export async function serveEphemeral(options: EphemeralOptions, interrupt: AbortSignal, terminal: Terminal): Promise<number> {
  const { flow, host, port, proxies } = options;
  const org = readOrg(options.org);
  const timeLimit = readTimeLimit(options.timeLimit ?? usualTimeLimit, '--time-limit');
  if (process.env['GITHUB_ACTIONS'] === 'true') {
    terminal.err(`This holds the step until it is stopped; for a service in the background: uses: ${serveAction}`);
  }
  await using scratch = await mkdtempDisposable(join(process.env['RUNNER_TEMP'] || tmpdir(), 'compliance-evidence-'));
  const settings = { org, host, port, folder: scratch.path, flowFiles: flow, directory: process.cwd(), timeLimit, ...given({ proxies }) };
  const service = await openJobService(settings, { interrupt, logger: (line) => terminal.err(line), naming: '--flow' });
  terminal.out(`EVIDENCE_BASE_URL=${service.baseUrl}`);
  terminal.out(`EVIDENCE_API_TOKEN=${service.token}`);
  await service.over;
  await service.close();
  return 0;
}

const serveAction = '<owner>/compliance-evidence/.github/actions/serve@v1';

function readOrg(org: string | undefined): string {
  if (org !== undefined && org !== '') return org;
  throw new UsageError('missing-input', '--org is missing: the organization that the service has', { fix: 'Add --org NAME' });
}
