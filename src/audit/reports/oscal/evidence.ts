import type { JudgedFinding, ReportedChange } from '../../judge/audit.ts';
import type { Header } from '../../facts/line.ts';
import { uri } from '../uri.ts';
import { markup } from './text.ts';

interface Evidence {
  readonly href: string;
  readonly description: string;
}

/** The most pages of one finding. */
const most = 20;

/** The pages that a finding can be looked up on, each once: its subject, its commit and pull request, and the trails of its change. */
export function evidence(
  { change: about, subject }: JudgedFinding,
  change: ReportedChange | undefined,
  { repository, serverUrl }: Pick<Header, 'repository' | 'serverUrl'>,
): readonly Evidence[] {
  const page = repository === null ? undefined : `${serverUrl}/${repository}`;
  const pull = about?.pull ?? null;
  const pages: readonly (readonly [string | null | undefined, string])[] = [
    [subject.url, `The ${subject.kind} ${subject.id}`],
    [page === undefined || about === null ? null : `${page}/commit/${about.sha}`, `The commit ${about?.sha ?? ''}`],
    [page === undefined || pull === null ? null : `${page}/pull/${pull}`, `The pull request ${pull}`],
    ...(change?.coverage ?? []).map(({ flow, trail, url }) => [url, `The trail ${trail ?? ''} of flow ${flow}`] as const),
    [change?.run, 'The run that recorded its tests'],
    ...(change?.deployments ?? []).map(({ environment, url }) => [url, `Its deployment to ${environment}`] as const),
  ];
  const found = new Map<string, Evidence>();
  for (const [address, description] of pages) {
    const href = uri(address ?? '');
    if (href !== undefined && !found.has(href)) found.set(href, { href, description: markup(description) });
  }
  return [...found.values()].slice(0, most);
}
