import { html, webLink, type Child, type Html } from '../../html/index.ts';
import { count, countAt, listAt, stringAt, valueAt } from '../../text/index.ts';
import type { AttestationView } from '../evidence/attestation-view.ts';
import { items, line } from './parts.ts';

/** The fields that are special to each kind of evidence, without test results; `undefined` if a record has none. */
export function kindFacts(record: AttestationView): readonly (readonly [name: string, value: Child])[] {
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

/** The findings of all projects of a scan. */
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

/** A link that shows its own address. */
function address(url: string | undefined): Html {
  return webLink(url, line(url ?? ''));
}
