import { html, webLink, type Html } from '../../html/index.ts';
import { stringAt } from '../../text/index.ts';
import { line } from './parts.ts';

/** The job behind a record, as the issuer of its ID token vouched for it: its workflow, its event, and its run with a link. */
export function jobFacts(job: unknown): Html | undefined {
  const [repository, run] = [stringAt(job, 'repository'), stringAt(job, 'run_id')];
  if (repository === undefined || run === undefined) return undefined;
  const attempt = stringAt(job, 'run_attempt') ?? '1';
  const server = serverOf(stringAt(job, 'issuer') ?? '');
  const label = `run ${run}, attempt ${attempt}`;
  const path = [...repository.split('/'), 'actions', 'runs', run, 'attempts', attempt].map(encodeURIComponent).join('/');
  const link = server === undefined ? line(label) : webLink(`${server}/${path}`, line(label));
  const place = `${stringAt(job, 'event') ?? ''} at ${stringAt(job, 'ref') ?? ''}`;
  return html`${link} of ${line(repository)} (id ${line(stringAt(job, 'repository_id') ?? '')}), ${line(place)}:
    <code>${line(stringAt(job, 'workflow') ?? 'no workflow named')}</code>`;
}

/** The web address of the server whose issuer this is, where it is known. */
function serverOf(issuer: string): string | undefined {
  const url = URL.parse(issuer);
  if (url?.protocol !== 'https:') return undefined;
  if (url.host === 'token.actions.githubusercontent.com') return 'https://github.com';
  return url.pathname === '/_services/token' ? url.origin : undefined;
}
