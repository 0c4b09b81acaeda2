import { Type } from 'typebox';
import { RecordId, type AttestationStatus } from '../../../contract/index.ts';
import { html, webLink, type Html } from '../../../html/index.ts';
import { badgeOf, flagBadge, gateSays, isArtifactOverridden, overriddenRows, stateBadge } from '../../../presentation/index.ts';
import { listAt, stringAt, valueAt } from '../../../text/index.ts';
import type { Links } from '../../evidence/links.ts';
import { PageNumber, page } from '../../pages/mount.ts';
import { badge, command, commit, externalLinks, facts, gateReason, items, line, moment, named, ownLink } from '../../pages/parts.ts';
import { pages, paragraph, requiresNothing, row, rowsOr, states, wayTo, type StateShown } from '../../pages/parts.ts';
import { overrideSentence, overridesOf, type Overrides } from '../attestations/page.ts';
import { listArtifacts, reportsOfArtifact, type ArtifactView } from './use.ts';

/** Names of evidence about one artifact that are shown. */
const mostNames = 100;

const reportsAtOnce = 20;

const path = '/:org/flows/:flow_name/artifacts/:fingerprint';
const Query = Type.Object({ artifact_id: Type.Optional(RecordId), page: PageNumber });

type LinkTo = (id: string) => string;

export const artifact = page(path, Query, async ({ evidence, org, params, query }) => {
  const { links } = evidence;
  const { fingerprint, flow_name: flowName } = params;
  const { artifact_id: id, page: number = 1 } = query;
  const reports = await reportsOfArtifact(evidence, org, { flowName, fingerprint, id }, { page: number, perPage: reportsAtOnce });
  const overrides = await overridesOf(evidence, org.orgId, reports.flatMap(overriddenNames));
  const address = links.artifactPage(org.orgName, flowName, fingerprint);
  const name = line(stringAt(reports[0], 'filename') ?? fingerprint);
  return {
    title: `${name} · ${flowName} · ${org.orgName}`,
    way: wayTo(links, org.orgName, flowName),
    main: html`<h1>Artifact <span class="name">${name}</span></h1>
      ${gateOnAll(reports)} ${facts(['Fingerprint', html`<code>${fingerprint}</code>`])}
      ${id === undefined ? undefined : html`<p>${ownLink(address, 'Every trail of this flow that has it')}</p>`}
      ${reports.map((report) => reportArticle(report, org.orgName, flowName, links, overrides))}
      ${pages('Pages of trails', address, number, reports.length === reportsAtOnce)}`,
  };
});

const listedAtOnce = 50;

export const artifacts = page(
  '/:org/flows/:flow_name/artifacts',
  Type.Object({ page: PageNumber }),
  async ({ evidence, org, params, query: { page: number = 1 } }) => {
    const { links } = evidence;
    const { flow_name: flowName } = params;
    const found = await listArtifacts(evidence, org, { flowName }, { page: number, perPage: listedAtOnce });
    const rows = await Array.fromAsync(found, (report) => {
      const fingerprint = stringAt(report, 'fingerprint') ?? '';
      return row(
        badge(stateBadge(report.state)),
        ownLink(links.artifactPage(org.orgName, flowName, fingerprint), line(stringAt(report, 'filename') ?? fingerprint)),
        html`<span class="soft">${moment(report.last_modified_at)}</span><br /><code>${fingerprint}</code>`,
      );
    });
    return {
      title: `Artifacts · ${flowName} · ${org.orgName}`,
      way: wayTo(links, org.orgName, flowName),
      main: html`<h1>Artifacts of <span class="name">${flowName}</span></h1>
        ${rowsOr(
          rows,
          html`No artifact was reported here yet. The job that builds it reports it:
          ${command(`compliance-evidence artifact report --org ${org.orgName} --flow ${flowName} --artifact-path dist`)}`,
        )}
        ${pages('Pages of artifacts', links.artifacts(org.orgName, flowName), number, rows.length === listedAtOnce)}`,
    };
  },
);

/** The answer of a gate, which is about all trails of the flow together, where it differs from the state on one of them. */
function gateOnAll(reports: readonly ArtifactView[]): Html | undefined {
  for (const report of reports) {
    const now = stateOf(report, stringAt(report, 'current', 'status'));
    const gate = gateSays(report, report.state, now.status ?? report.state);
    if (gate?.differs === true)
      return html`<p>${badge(badgeOf(gate.verdict))} ${gateReason(report, stateOf(report, report.state), now, 'fix')}</p>`;
  }
  return undefined;
}

function reportArticle(report: ArtifactView, org: string, flow: string, links: Links, overrides: Overrides): Html {
  const trail = stringAt(report, 'trail_name');
  const linkTo: LinkTo = (id) => links.attestation(org, flow, trail ?? '', id);
  const build = stringAt(report, 'build_url') ?? '';
  const info = valueAt(report, 'git_commit_info') ?? { sha1: report.git_commit, url: stringAt(report, 'commit_url') };
  return html`<article>
    <h2>
      ${states(stateOf(report, report.state), stateOf(report, stringAt(report, 'current', 'status')))}
      ${trail === undefined ? 'on no trail' : html`on the trail ${ownLink(links.trail(org, flow, trail), line(trail))}`}
    </h2>
    ${facts(
      ['Name', line(stringAt(report, 'template_reference_name') ?? '')],
      ['Commit', commit(info)],
      ['Build', build === '' ? undefined : webLink(build, line(build))],
      ['Reported', html`${moment(report.last_modified_at)} by ${named(stringAt(report, 'created_by') ?? '')}`],
      ['Description', paragraph(stringAt(report, 'description'))],
      ['Links', externalLinks(valueAt(report, 'external_urls'))],
      ['Evidence', evidenceItems(report, trail === undefined ? undefined : linkTo)],
      ['Overridden', overriddenItems(report, linkTo, overrides)],
      ['Runs in', environments(report, 'running', org, links)],
      ['Ran in', environments(report, 'exited', org, links)],
      [
        'Approvals',
        items(
          (listAt(report, 'approvals') ?? [])
            .slice(-mostNames)
            .map((number) => ownLink(links.approval(org, flow, Number(number)), `#${String(number)}`)),
        ),
      ],
      ['Note', requiresNothing(report)],
    )}
  </article>`;
}

function evidenceItems(report: ArtifactView, linkTo: LinkTo | undefined): Html | undefined {
  const found = Object.entries(Object(report.evidence)).slice(0, mostNames);
  const overriddenIds = new Set(overriddenRows(report).map(({ attestation_id: id }) => id));
  return items(
    found.map(([name, each]) => {
      const [flag, id] = [valueAt(each, 'is_compliant'), stringAt(each, 'attestation_id')];
      const shown = line(name);
      return html`${badge(flagBadge(typeof flag === 'boolean' ? flag : undefined, overriddenIds.has(id ?? '')))}
        ${id === undefined || linkTo === undefined ? shown : ownLink(linkTo(id), shown)}
        <span class="soft">${line(stringAt(each, 'evidence_type') ?? '')}</span>`;
    }),
  );
}

function stateOf(report: ArtifactView, status: string | null | undefined): StateShown {
  return { status, isOverridden: isArtifactOverridden(report, status) };
}

/** The overrides of its evidence, and of the evidence of its trail. */
function overriddenItems(report: ArtifactView, linkTo: LinkTo, overrides: Overrides): Html | undefined {
  return items(
    overriddenNames(report).flatMap(({ attestation_id: id, attestation_name: name }) => {
      const override = overrides.get(id ?? '');
      return override === undefined ? [] : [html`${ownLink(linkTo(id ?? ''), line(name))} ${overrideSentence(override, name, linkTo)}`];
    }),
  );
}

function overriddenNames(report: ArtifactView): readonly AttestationStatus[] {
  return overriddenRows(report).slice(0, mostNames);
}

function environments(report: ArtifactView, where: 'running' | 'exited', org: string, links: Links): Html | undefined {
  const names = (listAt(report, where) ?? []).flatMap((each) => stringAt(each, 'environment_name') ?? []);
  return items(names.map((name) => ownLink(links.listed(org, 'environments', name), line(name))));
}
