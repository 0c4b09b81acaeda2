import { failureOf } from '../../gate/index.ts';
import { html, webLink, type Html } from '../../html/index.ts';
import { flagBadge, isOverride, overrideWords, utcTime } from '../../presentation/index.ts';
import { listAt, stringAt, valueAt } from '../../text/index.ts';
import type { AttestationView } from '../evidence/attestation-view.ts';
import type { Links } from '../evidence/links.ts';
import { kindFacts } from './kinds.ts';
import { overriddenRecord } from './overrides.ts';
import { badge, commit, externalLinks, facts, items, line, moment, ownLink, paragraph } from './parts.ts';
import { testCounts } from './test-results.ts';

/** One record: what it says, who recorded it and when, and its links. */
export function recordArticle(record: AttestationView, org: string, links: Links, replacement: AttestationView | undefined): Html {
  const { attestation_id: id, attestation_name: name, flow_name: flow, trail_name: trail } = record;
  const fingerprint = stringAt(record, 'artifact_fingerprint');
  const targets = listAt(record, 'target_artifacts')?.filter((target) => typeof target === 'string') ?? [];
  const linkTo = (other: string): string => links.attestation(org, flow, trail, other);
  return html`<article id="${id}">
    <h3>
      ${badge(flagBadge(record.is_compliant, isOverride(record)))} <span class="name">${line(name)}</span>
      ${replacement === undefined ? undefined : html`<span class="soft">${isAbout(replacement, id) ? 'overridden' : 'replaced'}</span>`}
    </h3>
    ${facts(
      ['Now', replacement === undefined ? undefined : replacedBy(record, replacement, linkTo)],
      ['Type', line(record.attestation_type)],
      ['Tests', testCounts(record)],
      ['Failed', failedTests(record)],
      ...kindFacts(record),
      ['Overrides', isOverride(record) ? overriddenRecord(record, name, linkTo) : undefined],
      ['Reason', paragraph(stringAt(record, 'reason'))],
      ['Recorded', html`${moment(record.created_at)} by <b>${line(record.reported_by)}</b>`],
      ['Run', runLink(record)],
      ['Commit', commit(valueAt(record, 'git_commit_info'))],
      [
        'Artifact',
        fingerprint === undefined ? undefined : ownLink(links.artifactPage(org, flow, fingerprint), html`<code>${fingerprint}</code>`),
      ],
      ['About', items(targets.map(line))],
      ['Description', paragraph(stringAt(record, 'description'))],
      ['Links', externalLinks(valueAt(record, 'external_urls'))],
      ['Annotations', annotations(valueAt(record, 'annotations'))],
      ['File', attachedFile(record, org, links)],
      ['Record', ownLink(linkTo(id), html`<code>${id}</code>`)],
    )}
  </article>`;
}

/** The record that replaced this one, with a link to it. */
function replacedBy(record: AttestationView, replacement: AttestationView, linkTo: (id: string) => string): Html {
  const { attestation_id: id, created_at: at, reported_by: by } = replacement;
  if (isAbout(replacement, record.attestation_id))
    return ownLink(linkTo(id), overrideWords(replacement, record.attestation_name, utcTime).text);
  return html`replaced by ${ownLink(linkTo(id), html`the record of ${moment(at)} by ${line(by)}`)}`;
}

/** Whether a record is an override of the one with this id. */
function isAbout(record: AttestationView, id: string): boolean {
  return isOverride(record) && stringAt(record, 'overridden_attestation_id') === id;
}

/** The failed tests by name, or the suites that hold them. */
function failedTests(record: AttestationView): Html | undefined {
  const { failed } = failureOf(record);
  if (failed === undefined) return undefined;
  // A suite says how many of its tests failed.
  return items(failed.names, failed.by === 'test' ? Math.max(failed.count - failed.names.length, 0) : 0);
}

function runLink(record: AttestationView): Html | undefined {
  const { run } = failureOf(record);
  return run === undefined ? undefined : webLink(run.url, run.label === '' ? run.url : line(run.label));
}

function annotations(value: unknown): Html | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return items(Object.entries(value).map(([name, text]) => html`${line(name)}: <span class="name">${line(String(text))}</span>`));
}

function attachedFile(record: AttestationView, org: string, links: Links): Html | undefined {
  const path = stringAt(record, 'evidence_archive_path');
  if (path === undefined) return undefined;
  const { attestation_id: id, flow_name: flow, trail_name: trail } = record;
  return ownLink(links.attachment(org, flow, trail, id), line(path.slice(path.indexOf(id) + id.length + 1)));
}
