import { Type } from 'typebox';
import { html, type Html } from '../../../html/index.ts';
import { flagBadge } from '../../../presentation/index.ts';
import { count, countAt, grouped, listAt, stringAt, valueAt } from '../../../text/index.ts';
import { Nothing, PageNumber, page } from '../../pages/mount.ts';
import type { Links } from '../../evidence/links.ts';
import { notFound } from '../../evidence/refusal.ts';
import { badge, command, facts, items, line, moment, named, ownLink, pages, paragraph, row, rowsOr } from '../../pages/parts.ts';
import { diffSnapshots, getSnapshot, listSnapshots } from './use-snapshots.ts';
import { getEnvironment, listEnvironments } from './use.ts';

const artifactsAtOnce = 100;

const path = '/:org/environments/:env_name/snapshots/:number';

export const snapshot = page(
  path,
  Type.Object({ page: PageNumber }),
  async ({ evidence, org, params, query: { page: pageNumber = 1 } }) => {
    const { env_name: environment, number } = params;
    const view = await getSnapshot(evidence, org, environment, number);
    // The interface says no for everything that is not known to be compliant; the counts tell the two apart.
    const isNo = countAt(view, 'artifact_compliance_count', 'false') !== 0;
    const compliant = flagOf(view, 'compliant') === true || (isNo ? false : undefined);
    const artifacts = (listAt(view, 'artifacts') ?? []).toSorted((one, other) => rank(one) - rank(other));
    const shown = artifacts.slice((pageNumber - 1) * artifactsAtOnce, pageNumber * artifactsAtOnce);
    return {
      title: `Snapshot ${number} · ${environment} · ${org.orgName}`,
      way: wayToEnvironment(evidence.links, org.orgName, environment),
      main: html`<h1>Snapshot ${number} of <span class="name">${environment}</span></h1>
        <p>${badge(flagBadge(compliant))}</p>
        ${facts(
          ['Type', stringAt(view, 'type')],
          ['From', moment(valueAt(view, 'timestamp'))],
          ['To', valueAt(view, 'is_latest') === true ? 'now: this is the latest' : moment(valueAt(view, 'next_snapshot_timestamp'))],
          ['Policies', items((listAt(view, 'applied_policies') ?? []).map((policy) => policyLink(policy, org.orgName, evidence.links)))],
        )}
        <p>
          ${view.index > 1 ? ownLink(evidence.links.changes(org.orgName, environment, view.index), 'What changed since the snapshot before') : undefined}
        </p>
        <h2>What ran</h2>
        <p class="soft">
          ${count(artifacts.length, 'artifact')}${artifacts.length > shown.length ? `; ${grouped(shown.length)} of them on this page` : ''}.
        </p>
        ${rowsOr(shown.map(artifactRow), 'Nothing.')}
        ${pages('Pages of artifacts', evidence.links.snapshot(org.orgName, environment, view.index), pageNumber, pageNumber * artifactsAtOnce < artifacts.length)}`,
    };
  },
);

/** Artifacts that are not compliant come first. */
function rank(artifact: unknown): number {
  const flag = flagOf(artifact, 'compliant');
  return flag === false ? 0 : flag === undefined ? 1 : 2;
}

function artifactRow(artifact: unknown): Html {
  const instances = listAt(artifact, 'creationTimestamp')?.length ?? 0;
  const flow = stringAt(artifact, 'flow_name') ?? '';
  const reasons = (listAt(artifact, 'reasons_for_incompliance') ?? []).filter((reason) => typeof reason === 'string');
  const runs = `${instances === 0 ? 'stopped' : count(instances, 'instance')}, ${flow === '' ? 'from no known flow' : `flow ${flow}`}`;
  return rowOf(artifact, `${runs}${valueAt(artifact, 'allowed') === true ? ', allowed here' : ''}`, items(reasons.map(line)));
}

function rowOf(artifact: unknown, runs: string, more?: Html): Html {
  const [address, name] = [stringAt(artifact, 'html_url'), stringAt(artifact, 'name') ?? ''];
  return row(
    badge(flagBadge(flagOf(artifact, 'compliant'))),
    address === undefined ? named(name) : ownLink(address, line(name)),
    html`<span class="soft">${runs}</span><br /><code>${stringAt(artifact, 'fingerprint')}</code>`,
    more,
  );
}

function wayToEnvironment({ listed }: Links, org: string, name: string): readonly Html[] {
  return [ownLink(listed(org, 'environments'), 'Environments'), ownLink(listed(org, 'environments', name), name)];
}

const snapshotsAtOnce = 50;

export const environments = page('/:org/environments', Nothing, async ({ evidence, org }) => {
  const filter = { name: '', types: [], tags: [], sort: 'name', descends: false } as const;
  const { environments: found, total } = await listEnvironments(evidence, org, filter, { page: 1, perPage: mostEnvironments });
  const order = [false, null, true];
  const rows = found
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
    .map(({ description, last_changed_at: changed, name, state, type }) =>
      row(
        badge(flagBadge(state)),
        ownLink(evidence.links.listed(org.orgName, 'environments', name), name),
        html`<span class="soft">${type ?? ''}${changed === null ? ', nothing was reported yet' : html`, changed ${moment(changed)}`}</span
          ><br />${line(description ?? '')}`,
      ),
    );
  return {
    title: `Environments · ${org.orgName}`,
    main: html`<h1>Environments of <span class="name">${org.orgName}</span></h1>
      ${rowsOr(
        rows,
        html`There is none yet. What runs is reported by:
        ${command(`compliance-evidence environment create production --type server --org ${org.orgName}`)}`,
      )}
      ${total > rows.length ? html`<p>and ${grouped(total - rows.length)} more</p>` : undefined}`,
  };
});

const mostEnvironments = 500;

export const environment = page(
  '/:org/environments/:env_name',
  Type.Object({ page: PageNumber }),
  async ({ evidence, org, params, query: { page: number = 1 } }) => {
    const { links } = evidence;
    const view = await getEnvironment(evidence, org, params.env_name);
    const asked = { interval: '', oldestFirst: false, page: number, perPage: snapshotsAtOnce };
    const snapshots = view.last_reported_at === null ? [] : await listSnapshots(evidence, org, view.name, asked);
    const rows = snapshots.map(({ compliant, from, index }) =>
      row(
        badge(flagBadge(compliant)),
        ownLink(links.snapshot(org.orgName, view.name, index), `Snapshot ${index}`),
        html`<span class="soft">from ${moment(from)}</span>
          ${index > 1 ? ownLink(links.changes(org.orgName, view.name, index), 'what changed') : undefined}`,
      ),
    );
    const linkOf = (list: 'policies' | 'environments') => (name: string) => ownLink(links.listed(org.orgName, list, name), name);
    return {
      title: `${view.name} · Environments · ${org.orgName}`,
      way: wayToEnvironment(links, org.orgName, view.name).slice(0, 1),
      main: html`<h1>Environment <span class="name">${view.name}</span></h1>
        <p>${badge(flagBadge(view.state))}</p>
        ${facts(
          ['Type', view.type ?? ''],
          ['Description', paragraph(view.description)],
          ['Policies', items((view.policies ?? []).map(linkOf('policies')))],
          ['Parts', items((view.included_environments ?? []).map(linkOf('environments')))],
          ['Last report', moment(view.last_reported_at)],
          ['Made', html`${moment(view.created_at)} by ${named(stringAt(view, 'created_by') ?? '')}`],
        )}
        <h2>Snapshots, newest first</h2>
        ${rowsOr(rows, 'Nothing was reported yet.')}
        ${pages('Pages of snapshots', links.listed(org.orgName, 'environments', view.name), number, snapshots.length === snapshotsAtOnce)}`,
    };
  },
);

export const changes = page('/:org/environments/:env_name/changes/:number', Nothing, async ({ evidence, org, params }) => {
  const { env_name: name } = params;
  const number = Number(params.number);
  if (!Number.isSafeInteger(number) || number < 2)
    throw notFound(`Nothing came before snapshot ${params.number} of the environment '${name}'.`, 'Changes begin with snapshot 2.');
  const diff = await diffSnapshots(evidence, org, `${name}#${number - 1}`, `${name}#${number}`);
  const part = (heading: string, artifacts: readonly unknown[]): Html =>
    html`<h2>${heading}</h2>
      ${rowsOr(artifacts.slice(0, artifactsAtOnce).map(changedRow), 'Nothing.')}
      ${artifacts.length > artifactsAtOnce ? html`<p>and ${grouped(artifacts.length - artifactsAtOnce)} more</p>` : undefined}`;
  return {
    title: `Changes of snapshot ${number} · ${name} · ${org.orgName}`,
    way: wayToEnvironment(evidence.links, org.orgName, name),
    main: html`<h1>From snapshot ${number - 1} to ${number} of <span class="name">${name}</span></h1>
      <p>${ownLink(evidence.links.snapshot(org.orgName, name, number), `Snapshot ${number}`)}</p>
      ${part('Came', diff.snappish2.artifacts)} ${part('Went', diff.snappish1.artifacts)}
      ${part('Runs in another number', diff.changed.artifacts)}`,
  };
});

function changedRow(artifact: unknown): Html {
  const before = countAt(artifact, 's1_instance_count');
  const now = count(countAt(artifact, before === undefined ? 'instance_count' : 's2_instance_count') ?? 0, 'instance');
  return rowOf(artifact, before === undefined ? now : `${before} → ${now}`);
}

function policyLink(policy: unknown, org: string, links: Links): Html {
  const name = stringAt(policy, 'policy_name') ?? '';
  return html`${ownLink(links.listed(org, 'policies', name), line(name))}, version ${countAt(policy, 'policy_version') ?? '?'}`;
}

function flagOf(value: unknown, name: string): boolean | undefined {
  const flag = valueAt(value, name);
  return typeof flag === 'boolean' ? flag : undefined;
}
