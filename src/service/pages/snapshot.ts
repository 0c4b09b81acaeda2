import { html, type Html } from '../../html/index.ts';
import { flagBadge } from '../../presentation/index.ts';
import { count, countAt, grouped, listAt, stringAt, valueAt } from '../../text/index.ts';
import type { Links } from '../evidence/links.ts';
import { badge, facts, items, line, moment, ownLink, pages } from './parts.ts';
import type { Page } from './page.ts';

/** Artifacts on one page of a snapshot. */
const artifactsAtOnce = 100;

/** The parts of the page of a snapshot. */
export interface SnapshotShown {
  readonly org: string;
  readonly environment: string;
  /** As the interface answers it. */
  readonly snapshot: object;
  readonly page: number;
}

/** The page of a snapshot: what ran in an environment then, and what was known about it. */
export function snapshotPage({ environment, org, page, snapshot }: SnapshotShown, links: Links): Page {
  const number = countAt(snapshot, 'index') ?? 0;
  // The interface says no for everything that is not known to be compliant; the counts tell the two apart.
  const isNo = countAt(snapshot, 'artifact_compliance_count', 'false') !== 0;
  const compliant = flagOf(snapshot, 'compliant') === true || (isNo ? false : undefined);
  const artifacts = (listAt(snapshot, 'artifacts') ?? []).toSorted((one, other) => rank(one) - rank(other));
  const shown = artifacts.slice((page - 1) * artifactsAtOnce, page * artifactsAtOnce);
  const own = links.snapshot(org, environment, number);
  return {
    title: `Snapshot ${number} · ${environment} · ${org}`,
    way: [org, environment],
    main: html`<h1>Snapshot ${number} of <span class="name">${environment}</span></h1>
      <p>${badge(flagBadge(compliant))}</p>
      ${facts(
        ['Type', stringAt(snapshot, 'type')],
        ['From', moment(valueAt(snapshot, 'timestamp'))],
        ['To', valueAt(snapshot, 'is_latest') === true ? 'now: this is the latest' : moment(valueAt(snapshot, 'next_snapshot_timestamp'))],
        ['Policies', items((listAt(snapshot, 'applied_policies') ?? []).map(policyWords))],
      )}
      <h2>What ran</h2>
      <p class="soft">
        ${count(artifacts.length, 'artifact')}${artifacts.length > shown.length ? `; ${grouped(shown.length)} of them on this page` : ''}.
      </p>
      <ul class="rows">
        ${shown.map((artifact) => artifactRow(artifact))}
      </ul>
      ${pages(
        'Pages of artifacts',
        page > 1 ? `${own}?page=${page - 1}` : undefined,
        page * artifactsAtOnce < artifacts.length ? `${own}?page=${page + 1}` : undefined,
      )}`,
  };
}

/** Artifacts that are not compliant come first. */
function rank(artifact: unknown): number {
  const flag = flagOf(artifact, 'compliant');
  return flag === false ? 0 : flag === undefined ? 1 : 2;
}

function artifactRow(artifact: unknown): Html {
  const address = stringAt(artifact, 'html_url');
  const name = line(stringAt(artifact, 'name') ?? '');
  const instances = listAt(artifact, 'creationTimestamp')?.length ?? 0;
  const flow = stringAt(artifact, 'flow_name') ?? '';
  const reasons = (listAt(artifact, 'reasons_for_incompliance') ?? []).filter((reason) => typeof reason === 'string');
  return html`<li>
    ${badge(flagBadge(flagOf(artifact, 'compliant')))}
    <div>
      <p>
        ${address === undefined ? html`<b>${name}</b>` : ownLink(address, name)}
        <span class="soft"
          >${instances === 0 ? 'stopped' : count(instances, 'instance')}, ${flow === '' ? 'from no known flow' : `flow ${flow}`}
          ${valueAt(artifact, 'allowed') === true ? ', allowed here' : undefined}</span
        ><br />
        <code>${stringAt(artifact, 'fingerprint')}</code>
      </p>
      ${items(reasons.map(line))}
    </div>
  </li>`;
}

function policyWords(policy: unknown): string {
  return `${line(stringAt(policy, 'policy_name') ?? '')}, version ${countAt(policy, 'policy_version') ?? '?'}`;
}

function flagOf(value: unknown, name: string): boolean | undefined {
  const flag = valueAt(value, name);
  return typeof flag === 'boolean' ? flag : undefined;
}
