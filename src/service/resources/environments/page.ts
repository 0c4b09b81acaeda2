import { Type } from 'typebox';
import { html, type Html } from '../../../html/index.ts';
import { flagBadge } from '../../../presentation/index.ts';
import { count, countAt, grouped, listAt, stringAt, valueAt } from '../../../text/index.ts';
import { PageNumber, page } from '../../pages/mount.ts';
import { badge, facts, items, line, moment, ownLink, pages } from '../../pages/parts.ts';
import { getSnapshot } from './use-snapshots.ts';

const artifactsAtOnce = 100;

const path = '/:org/environments/:env_name/snapshots/:number';

/** The page of a snapshot: what ran in an environment then, and what was known about it. */
export const snapshot = page(path, Type.Object({ page: PageNumber }), async ({ evidence, org, params, query }) => {
  const { env_name: environment, number } = params;
  const { page: pageNumber = 1 } = query;
  const view = await getSnapshot(evidence, org, environment, number);
  // The interface says no for everything that is not known to be compliant; the counts tell the two apart.
  const isNo = countAt(view, 'artifact_compliance_count', 'false') !== 0;
  const compliant = flagOf(view, 'compliant') === true || (isNo ? false : undefined);
  const artifacts = (listAt(view, 'artifacts') ?? []).toSorted((one, other) => rank(one) - rank(other));
  const shown = artifacts.slice((pageNumber - 1) * artifactsAtOnce, pageNumber * artifactsAtOnce);
  return {
    title: `Snapshot ${number} · ${environment} · ${org.orgName}`,
    way: [environment],
    main: html`<h1>Snapshot ${number} of <span class="name">${environment}</span></h1>
      <p>${badge(flagBadge(compliant))}</p>
      ${facts(
        ['Type', stringAt(view, 'type')],
        ['From', moment(valueAt(view, 'timestamp'))],
        ['To', valueAt(view, 'is_latest') === true ? 'now: this is the latest' : moment(valueAt(view, 'next_snapshot_timestamp'))],
        ['Policies', items((listAt(view, 'applied_policies') ?? []).map(policyWords))],
      )}
      <h2>What ran</h2>
      <p class="soft">
        ${count(artifacts.length, 'artifact')}${artifacts.length > shown.length ? `; ${grouped(shown.length)} of them on this page` : ''}.
      </p>
      <ul class="rows">
        ${shown.map((artifact) => artifactRow(artifact))}
      </ul>
      ${pages('Pages of artifacts', evidence.links.snapshot(org.orgName, environment, view.index), pageNumber, pageNumber * artifactsAtOnce < artifacts.length)}`,
  };
});

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
