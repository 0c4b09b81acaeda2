import { openAnswers } from '../../../src/audit/collect/answers.ts';
import { collectAudit } from '../../../src/audit/collect/collect.ts';
import { openLog } from '../../../src/audit/collect/log.ts';
import { readScope } from '../../../src/audit/collect/scope.ts';
import { readServiceFacts } from '../../../src/audit/collect/service.ts';
import type { CollectSettings, CollectSources } from '../../../src/audit/collect/settings.ts';
import type { Line } from '../../../src/audit/facts/line.ts';
import { readAuditFile } from '../../../src/audit/file/read-audit-file.ts';
import type { Audit } from '../../../src/audit/judge/audit.ts';
import { judgeAudit } from '../../../src/audit/judge/judge-audit.ts';
import { readPrevious } from '../../../src/audit/previous/read-previous.ts';
import { json } from '../../../src/audit/reports/json.ts';
import { openTransport, startDeadline } from '../../../src/client/index.ts';
import { entryParts } from '../../../src/commands/audit/entry-parts.ts';
import type { Records } from '../../../src/contract/index.ts';
import { openAuditPort } from '../../../src/github/audit/port.ts';
import { parseBaseUrl } from '../../../src/options/service.ts';
import { openGitHubWorld, type OpenWorld } from '../../support/github-api/world/open.ts';
import { heldSpool } from '../judge/held-spool.ts';
import { published } from '../reports/oscal/published.ts';
import { token } from './service.ts';
import type { Story } from './story.ts';

export interface Played {
  readonly audit: Audit;
  readonly lines: readonly Line[];
  /** The text of its JSON report. It is the `previous` of the next audit. */
  readonly report: string;
  /** The requests to the double of GitHub that its description does not have. */
  readonly breaches: readonly string[];
}

export interface Playing extends Partial<Pick<CollectSettings, 'branches' | 'flows' | 'scope' | 'since' | 'until' | 'now'>> {
  /** The report of the audit before. */
  readonly previous?: string;
  readonly withoutGitHub?: boolean;
  /** Collects the log of the service and the answers of GitHub too, for a package. */
  readonly withLog?: boolean;
  /** Heads of the log that somebody kept. */
  readonly witnesses?: readonly string[];
  /** Happens each time before the log is read: the first time before the facts are, and then after each reading of them. */
  readonly beforeLog?: (time: number) => Promise<void>;
  /** Makes GitHub's double answer otherwise. */
  readonly trouble?: (double: OpenWorld) => void;
}

/**
 * Audits a story from end to end: real git, the real service, and GitHub's double over HTTP.
 *
 * @throws where NIST's schemas do not take its OSCAL files.
 */
export async function play(
  story: Story,
  { beforeLog, previous, trouble, withLog = false, withoutGitHub = false, witnesses = [], ...asked }: Playing = {},
): Promise<Played> {
  const { directory } = story.repository;
  const git = (args: readonly string[]): string => story.repository.git(args);
  for (const name of asked.branches ?? ['main']) git(['update-ref', `refs/remotes/origin/${name}`, `refs/heads/${name}`]);
  git(['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main']);
  git(['checkout', '--quiet', 'main']);
  // Changes that landed a moment ago shall lie within the audited time.
  story.wait(60);
  const double = await openGitHubWorld(story.github);
  trouble?.(double);
  const transport = openTransport({
    baseUrl: parseBaseUrl(story.service.url.replace('/api/v2', ''), { allowInsecureHttp: true }),
    token,
    userAgent: 'compliance-evidence/test',
    network: {},
  });
  try {
    const answers = withLog ? openAnswers(heldSpool()) : null;
    const port = openAuditPort({
      token: 'ghs_token',
      apiUrl: double.url,
      repository: 'acme/shop',
      firstPause: 1,
      ...(answers === null ? {} : { keep: { secrets: ['ghs_token', token], add: (answer) => answers.add(answer) } }),
    });
    const log = openLog({
      call: { transport, deadline: startDeadline(120_000) },
      org: 'acme',
      questions: entryParts.logQuestions,
      witnesses: witnesses.map((link) => ({ link, keeper: null })),
      spool: heldSpool<Records['records'][number]>(),
      report: () => {},
    });
    let times = 0;
    const settings: CollectSettings = {
      tool: { name: 'compliance-evidence', version: '0.0.0', digest: null },
      workflow: null,
      run: null,
      inputs: {},
      repository: 'acme/shop',
      serverUrl: 'https://github.com',
      service: { url: story.service.url, org: 'acme' },
      branches: ['main'],
      flows: [],
      since: '2030-01-08T00:00:00Z',
      until: null,
      sinceSha: null,
      untilSha: null,
      now: story.now(),
      ...asked,
    };
    const sources: CollectSources = {
      git: directory,
      github: withoutGitHub ? null : port,
      service: (wanted) =>
        readServiceFacts(
          { transport, org: 'acme', deadline: startDeadline(120_000), questions: entryParts.questions },
          { ...wanted, report: () => {} },
        ),
      scope: (scope) =>
        readScope({ call: { transport, deadline: startDeadline(120_000) }, org: 'acme', questions: entryParts.scopeQuestions }, scope),
      log: withLog
        ? {
            ...log,
            async readOn() {
              await beforeLog?.((times += 1));
              return log.readOn();
            },
          }
        : null,
      answers,
      fetchFrom: null,
      readAuditFile,
      report: () => {},
      ended: () => ({ at: story.now(), service: story.now() }),
    };
    const lines: Line[] = [];
    for await (const line of collectAudit(settings, sources)) lines.push(line);
    const audit = await judge(lines, previous);
    let report = '';
    for await (const part of json(audit)) report += part;
    await published(audit);
    return { audit, lines, report, breaches: double.breaches };
  } finally {
    transport.close();
    await double.close();
  }
}

/** Judges lines as if they came from a file. */
export function judge(lines: readonly Line[], previous?: string): Promise<Audit> {
  const file = async function* (): AsyncGenerator<Line> {
    yield* lines;
  };
  const before = previous === undefined ? null : readPrevious(previous, '0'.repeat(64));
  return judgeAudit(file, { people: 'login', previous: before, spool: heldSpool() });
}

/** The findings of an audit that are open, each as `rule subject`. */
export function foundIn({ findings }: Audit): readonly string[] {
  return findings
    .filter(({ status }) => status !== 'fixed')
    .map(({ rule, subject }) => `${rule} ${subject.id}`)
    .toSorted();
}
