import type { AttestationStatus } from '../../../contract/index.ts';
import { failureOf, legWords, overrideOf, runKey, type FailedTest, type Override } from '../../../gate/index.ts';
import { html, webLink, type Child, type Html } from '../../../html/index.ts';
import { flagBadge, isOverride, overrideWords, totalWords, utcTime, type Totals } from '../../../presentation/index.ts';
import { count, countAt, grouped, listAt, seconds, stringAt, valueAt } from '../../../text/index.ts';
import type { Evidence } from '../../context.ts';
import type { Links } from '../../evidence/links.ts';
import { sendFile } from '../../http/send.ts';
import type { Org } from '../../log/chain.ts';
import { Nothing, file } from '../../pages/mount.ts';
import { badge, commit, externalLinks, facts, items, line, moment, named, ownLink } from '../../pages/parts.ts';
import { paragraph, wayTo, type Page } from '../../pages/parts.ts';
import { isStated, statementIn } from '../gate/use-statements.ts';
import type { TrailRow } from '../trails/tables.ts';
import { attachedFile, attestationOnTrail, recordById, replacementOf, type AttestationView } from './use.ts';

/** The overrides of some rows, by their ids. A record may be megabytes, and is released as soon as it is read. */
export type Overrides = ReadonlyMap<string, Override>;

export async function overridesOf(evidence: Evidence, orgId: string, rows: readonly AttestationStatus[]): Promise<Overrides> {
  const found = new Map<string, Override>();
  for (const row of rows) {
    const { attestation_id: id, attestation_name: name, overridden_attestation_id: of } = row;
    if (typeof id !== 'string' || typeof of !== 'string' || found.has(id)) continue;
    const record = await recordById(evidence, orgId, id);
    const override = overrideOf(name, row, record === undefined ? [] : [record]);
    if (override !== undefined) found.set(id, override);
  }
  return found;
}

/** The sentence about an override: who made it, when, why, and a link to what it overrides. */
export function overrideSentence(override: Override | AttestationView, name: string, linkTo: (id: string) => string): Html {
  const { text } = overrideWords(override, name, utcTime);
  return html`${text}, of ${overriddenRecord(override, name, linkTo)}`;
}

function overriddenRecord(override: Override | AttestationView, name: string, linkTo: (id: string) => string): Html {
  const { id, what } = overrideWords(override, name, utcTime);
  return id === undefined ? html`${what}` : ownLink(linkTo(id), what);
}

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

const mostRows = 200;

/** How many tests a record holds, and how they ended; `undefined` if it holds no test results. */
function testCounts(record: AttestationView): Html | undefined {
  const rows = listAt(record, 'junit_results');
  if (rows === undefined) return undefined;
  const sum = (name: string): number => rows.reduce<number>((total, row) => total + (countAt(row, name) ?? 0), 0);
  const [failures, errors, skipped, total] = [sum('failures'), sum('errors'), sum('skipped'), sum('total')];
  const flaky = countAt(record, 'user_data', runKey, 'flaky') ?? 0;
  const totals: Totals = { passed: Math.max(total - failures - errors - skipped, 0), failures, errors, skipped, flaky };
  const words = totalWords(totals).filter(({ number }) => number > 0);
  return html`${count(total, 'test')}${words.map(({ isRed, text }) => html`, ${isRed ? html`<b class="bad">${text}</b>` : text}`)}`;
}

/** The rows of a record, one per suite, with the failed ones first. */
function testTable(record: AttestationView): Html | undefined {
  const rows = listAt(record, 'junit_results') ?? [];
  if (rows.length === 0) return undefined;
  const red = (row: unknown): boolean => (countAt(row, 'failures') ?? 0) + (countAt(row, 'errors') ?? 0) > 0;
  const shown = [...rows.filter(red), ...rows.filter((row) => !red(row))].slice(0, mostRows);
  const more = rows.length - shown.length;
  return html`<h2>Test suites</h2>
    <section class="scroll" tabindex="0" aria-label="Test suites">
      <table>
        <thead>
          <tr>
            <th scope="col">Suite</th>
            ${heads.map(([head]) => html`<th scope="col" class="number">${head}</th>`)}
            <th scope="col" class="number">Time</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map(suiteRow)}
        </tbody>
      </table>
    </section>
    ${more > 0 ? html`<p>and ${grouped(more)} more suites</p>` : undefined}`;
}

const heads = [
  ['Tests', 'total'],
  ['Failed', 'failures'],
  ['Errors', 'errors'],
  ['Skipped', 'skipped'],
] as const;

function suiteRow(row: unknown): Html {
  const duration = valueAt(row, 'duration');
  const name = line(stringAt(row, 'name') ?? '');
  return html`<tr>
    <th scope="row">${name === '' ? '(no name)' : name}</th>
    ${heads.map(([, field]) => html`<td class="number">${grouped(countAt(row, field) ?? 0)}</td>`)}
    <td class="number">${typeof duration === 'number' ? seconds(duration) : undefined}</td>
  </tr>`;
}

function recordArticle(
  record: AttestationView,
  org: string,
  links: Links,
  replacement: AttestationView | undefined,
  stated: boolean,
): Html {
  const { attestation_id: id, attestation_name: name, flow_name: flow, trail_name: trail } = record;
  const fingerprint = stringAt(record, 'artifact_fingerprint');
  const targets = listAt(record, 'target_artifacts')?.filter((target) => typeof target === 'string') ?? [];
  const linkTo = (other: string): string => links.attestation(org, flow, trail, other);
  const failure = failureOf(record);
  return html`<article id="${id}">
    <h3>
      ${badge(flagBadge(record.is_compliant, isOverride(record)))} <span class="name">${line(name)}</span>
      ${replacement === undefined ? undefined : html`<span class="soft">${isAbout(replacement, id) ? 'overridden' : 'replaced'}</span>`}
    </h3>
    ${facts(
      ['Now', replacement === undefined ? undefined : replacedBy(record, replacement, linkTo)],
      ['Type', line(record.attestation_type)],
      ['Tests', testCounts(record)],
      ['Failed', failedTests(failure, stringAt(record, 'git_commit_info', 'url'))],
      ...kindFacts(record),
      ['Overrides', isOverride(record) ? overriddenRecord(record, name, linkTo) : undefined],
      ['Reason', paragraph(stringAt(record, 'reason'))],
      ['Recorded', html`${moment(record.created_at)} by ${named(record.reported_by)}`],
      ['Job', jobFacts(valueAt(record, 'job'))],
      ['Run', runLink(failure)],
      ['Commit', commit(valueAt(record, 'git_commit_info'))],
      [
        'Artifact',
        fingerprint === undefined ? undefined : ownLink(links.artifactPage(org, flow, fingerprint), html`<code>${fingerprint}</code>`),
      ],
      ['About', items(targets.map(line))],
      ['Description', paragraph(stringAt(record, 'description'))],
      ['Links', externalLinks(valueAt(record, 'external_urls'))],
      ['Annotations', annotations(valueAt(record, 'annotations'))],
      ['File', fileLink(record, org, links)],
      ['Record', ownLink(linkTo(id), html`<code>${id}</code>`)],
      ['For others', stated ? ownLink(links.statement(org, flow, trail, id), 'In-toto statement of its test results') : undefined],
    )}
  </article>`;
}

export async function recordPage(evidence: Evidence, org: Org, row: TrailRow, id: string): Promise<Page> {
  const { links } = evidence;
  const { orgId, orgName } = org;
  const { flowName, name } = row;
  const record = await attestationOnTrail(evidence, org, row, id);
  const replacement = await replacementOf(evidence, orgId, row.id, record);
  const hasStatement = await isStated(() => statementIn(evidence, record));
  return {
    title: `${record.attestation_name} · ${name} · ${flowName} · ${orgName}`,
    way: [...wayTo(links, orgName, flowName), ownLink(links.trail(orgName, flowName, name), name)],
    main: html`<h1>Record of <span class="name">${line(record.attestation_name)}</span></h1>
      <h2>What it says</h2>
      ${recordArticle(record, orgName, links, replacement, hasStatement)} ${testTable(record)}`,
  };
}

export const attachment = file(
  '/:org/flows/:flow_name/trails/:trail_name/attestations/:attestation_id/attachment',
  Nothing,
  async ({ evidence, org, params, reply }) => {
    const { attestation_id: id, flow_name: flowName, trail_name: trailName } = params;
    return await sendFile(reply, await attachedFile(evidence, org, { flow: flowName, trail: trailName, id }));
  },
);

function replacedBy(record: AttestationView, replacement: AttestationView, linkTo: (id: string) => string): Html {
  const { attestation_id: id, created_at: at, reported_by: by } = replacement;
  if (isAbout(replacement, record.attestation_id))
    return ownLink(linkTo(id), overrideWords(replacement, record.attestation_name, utcTime).text);
  return html`replaced by ${ownLink(linkTo(id), html`the record of ${moment(at)} by ${line(by)}`)}`;
}

function isAbout(record: AttestationView, id: string): boolean {
  return isOverride(record) && stringAt(record, 'overridden_attestation_id') === id;
}

type Failure = ReturnType<typeof failureOf>;

/** A record without its test results, which may be megabytes, and what a page says of them. */
export interface BriefRecord {
  readonly record: AttestationView;
  readonly tests: Html | undefined;
  readonly failure: Failure;
  /** The facts that are special to its kind. */
  readonly facts: Html;
}

export function inBrief(record: AttestationView): BriefRecord {
  const { junit_results: _, ...brief } = record;
  return { record: brief, tests: testCounts(record), failure: failureOf(record), facts: facts(...kindFacts(record)) };
}

/** A record on one line: its run, how its tests ended, who recorded it and when; below it what is special to its kind. */
export function recordLine({ facts: told, failure, record, tests }: BriefRecord, linkTo: (id: string) => string): Html {
  const parts = [runLink(failure), tests].filter((part) => part !== undefined);
  const when = ownLink(linkTo(record.attestation_id), html`recorded ${moment(record.created_at)}`);
  return html`<span class="soft">${parts.map((part) => html`${part}, `)}${when} by ${named(record.reported_by)}</span>${told}`;
}

/** The same as one of several: its leg, and how its tests ended. */
export function legLine({ failure, record, tests }: BriefRecord, linkTo: (id: string) => string): Html {
  const { leg, matrix } = Object(valueAt(record.user_data, runKey));
  const name = legWords({ leg, matrix }) || (failure.run?.label ?? '');
  const shown = name === '' ? html`recorded ${moment(record.created_at)} by ${named(record.reported_by)}` : line(name);
  return html`${badge(flagBadge(record.is_compliant, isOverride(record)))}
  ${ownLink(linkTo(record.attestation_id), shown)}${tests && html`<span class="soft">, ${tests}</span>`}`;
}

/** The failed tests by name, or the suites that hold them, each closed until the reader opens it. */
function failedTests({ failed }: Failure, commitUrl: string | undefined): Html | undefined {
  if (failed === undefined) return undefined;
  // A suite says how many of its tests failed.
  const said = new Map(failed.said?.map((test) => [test.name, test]));
  const shown = failed.names.map((name) => failedTest(name, said.get(name), commitUrl));
  return items(shown, failed.by === 'test' ? Math.max(failed.count - failed.names.length, 0) : 0);
}

/** A test that failed: its name, the line of source with a link, and its message. */
export function failedTest(
  name: string,
  test: FailedTest | undefined,
  commitUrl: string | undefined,
  { after, isOpen = true }: { readonly after?: Html; readonly isOpen?: boolean } = {},
): Html {
  const { message = '', place } = test ?? {};
  const said = html`<pre tabindex="0">${message}</pre>`;
  return html`<span class="name">${name}</span>${place === undefined ? undefined : html` ${sourceLink(place, commitUrl)}`}${after}
    ${
      message === '' || isOpen
        ? message && said
        : html`<details>
            <summary>Its message</summary>
            ${said}
          </details>`
    }`;
}

/** A line of source, `src/a.ts:7`, on the server that has the commit: GitHub, GitLab and Gitea write `/commit/SHA` and `/blob/SHA`. */
function sourceLink(place: string, commitUrl: string | undefined): Html {
  const [, path = '', number = ''] = /^([^:]+):(\d+)$/.exec(place) ?? [];
  const blob = commitUrl?.replace(/\/commit\/([0-9a-f]{7,64})$/, '/blob/$1');
  if (path === '' || blob === undefined || blob === commitUrl) return html`<span class="soft">${place}</span>`;
  return webLink(`${blob}/${path.split('/').map(encodeURIComponent).join('/')}#L${number}`, place);
}

function runLink({ run }: Failure): Html | undefined {
  return run === undefined ? undefined : webLink(run.url, run.label === '' ? run.url : line(run.label));
}

function annotations(value: unknown): Html | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return items(Object.entries(value).map(([name, text]) => html`${line(name)}: <span class="name">${line(String(text))}</span>`));
}

function fileLink(record: AttestationView, org: string, links: Links): Html | undefined {
  const path = stringAt(record, 'evidence_archive_path');
  if (path === undefined) return undefined;
  const { attestation_id: id, flow_name: flow, trail_name: trail } = record;
  return ownLink(links.attachment(org, flow, trail, id), line(path.slice(path.indexOf(id) + id.length + 1)));
}

/** The fields that are special to each kind of evidence, without test results; `undefined` if a record has none. */
function kindFacts(record: AttestationView): readonly (readonly [name: string, value: Child])[] {
  return [
    ['Control', line(stringAt(record, 'control') ?? '')],
    ['Pull requests', pullRequests(record)],
    ['Issues', issues(record)],
    ['Findings', findings(record)],
    ['Quality gate', qualityGate(record)],
  ];
}

function pullRequests(record: AttestationView): Html | undefined {
  const found = listAt(record, 'pull_requests') ?? [];
  return items(
    found.map((each) => html`${address(stringAt(each, 'url'))} <span class="soft">${line(stringAt(each, 'state') ?? '')}</span>`),
  );
}

function issues(record: AttestationView): Html | undefined {
  const found = listAt(record, 'jira_results') ?? [];
  return items(
    found.map((each) => {
      const shown = webLink(stringAt(each, 'issue_url'), line(stringAt(each, 'issue_id') ?? ''));
      return html`${shown}${valueAt(each, 'issue_exists') === true ? undefined : html` <b class="bad">does not exist</b>`}`;
    }),
  );
}

function findings(record: AttestationView): string | undefined {
  const results = listAt(record, 'snyk_results', 'results');
  if (results === undefined) return undefined;
  const sum = (name: string): number => results.reduce<number>((total, each) => total + (countAt(each, name) ?? 0), 0);
  return ['high', 'medium', 'low'].map((severity) => count(sum(`${severity}_count`), severity, severity)).join(', ');
}

function qualityGate(record: AttestationView): Html | undefined {
  const status = stringAt(record, 'sonar_results', 'qualityGate', 'status');
  if (status === undefined) return undefined;
  return html`${line(status)}, ${address(stringAt(record, 'sonar_results', 'project', 'url'))}`;
}

function address(url: string | undefined): Html {
  return webLink(url, line(url ?? ''));
}
