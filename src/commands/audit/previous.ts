import type { Previous } from '../../audit/index.ts';
import { ContractError, UsageError } from '../../errors/index.ts';
import { readRegularFile } from '../../files/index.ts';
import type { AuditSettings } from '../../options/index.ts';
import { bytes, decodeText } from '../../text/index.ts';
import type { RunContext } from '../context.ts';
import { withGitHub } from '../github.ts';
import type { AuditParts } from './parts.ts';

/** The JSON report of an audit of 100,000 changes has about half of it. */
const largest = 128 * 1024 * 1024;

/** Name of the artifact that `audit.yml` keeps its reports in, and of the JSON report in it. */
const artifactName = 'compliance-audit';
const reportName = 'audit.json';

/** The audit before this one; null where there was none. */
export async function previousAudit(
  { from, previous }: Pick<AuditSettings, 'from' | 'previous'>,
  path: string,
  repository: string | undefined,
  context: RunContext,
  parts: AuditParts,
): Promise<Previous | null> {
  if (previous === undefined) return null;
  if (previous.kind === 'file') return parts.previous(await textOf(path));
  const { event, report } = context;
  const token = from.kind === 'sources' ? from.githubToken : undefined;
  const { workflowFile } = event;
  if (token === undefined || repository === undefined || workflowFile === undefined || workflowFile.repository !== repository)
    throw new UsageError(
      'invalid-input',
      'The run before cannot be looked for: this is no run of GitHub Actions of the audited repository, or has no token',
      {
        fix: 'Name a file in `previous`; or, in a workflow, pass `github-token: ${{ github.token }}`',
      },
    );
  const [{ artifactsOfRuns }, { readZipEntry }] = await Promise.all([
    import('../../github/previous-run.ts'),
    import('../../files/zip-entry.ts'),
  ]);
  const found = await withGitHub(token, repository, context, async (access) => {
    const asking = { ...access, signal: context.interrupt, timeLimit: 60_000 };
    for await (const { url, zip } of artifactsOfRuns(asking, {
      workflow: workflowFile.path,
      runId: event.runId,
      name: artifactName,
      largest,
    })) {
      const file = readZipEntry(zip, reportName, largest);
      if (file !== undefined) return { url, file };
    }
    return undefined;
  });
  if (found === undefined) {
    report({ kind: 'notice', message: `No run of ${workflowFile.path} on the default branch has left a report: this is the first audit` });
    return null;
  }
  const { file, url } = found;
  report({ kind: 'info', message: `The audit before is that of ${url}` });
  if (Buffer.isBuffer(file)) return parts.previous(decodeText(file));
  throw new ContractError('wrong-shape', `The report of ${url} cannot be read: ${file.fault}`, {
    fix: 'Delete that artifact, or name the report of another run in `previous`',
  });
}

async function textOf(path: string): Promise<string> {
  const file = await readRegularFile(path, largest);
  if (Buffer.isBuffer(file)) return decodeText(file);
  const why =
    file.kind === 'unreadable' ? file.code : file.kind === 'too-large' ? `it is larger than ${bytes(largest)}` : 'it is no regular file';
  throw new UsageError('invalid-input', `The file of previous cannot be read: ${why}`, { fix: 'Name the JSON report of the audit before' });
}
