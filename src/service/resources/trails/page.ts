import { Type } from 'typebox';
import { RecordId } from '../../../contract/index.ts';
import { html, webLink, type Html } from '../../../html/index.ts';
import { rowsOf, type Reason, type TrailRow as Row } from '../../../gate/index.ts';
import {
  badgeOf,
  entryBadge,
  fixParts,
  fixedOnce,
  flagBadge,
  gateSays,
  isOverride,
  standsByOverride,
  stateBadge,
} from '../../../presentation/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Asking, Evidence } from '../../context.ts';
import type { Links } from '../../evidence/links.ts';
import type { Org } from '../../log/chain.ts';
import { PageNumber, page } from '../../pages/mount.ts';
import { badge, command, commit, externalLinks, facts, folded, line, moment, named, ownLink, pageLinks } from '../../pages/parts.ts';
import { pages, paragraph, row, rowsOr, stateOfTrail, statesAfterGate, wayTo, yamlFile, type Page } from '../../pages/parts.ts';
import { inBrief, recordLine, recordPage } from '../attestations/page.ts';
import { attestationsOnTrail, replacementOf } from '../attestations/use.ts';
import { reasonsOnTrail } from '../gate/use.ts';
import { isStated, statementOfTrail } from '../gate/use-statements.ts';
import { evidenceBehind, evidenceRow, type Behind } from './page-evidence.ts';
import type { Current, TrailNow } from './tables-reads.ts';
import type { TrailRow } from './tables.ts';
import { findTrailNow, gateField } from './use.ts';

const namesAtOnce = 100;

const recordsAtOnce = 25;

const path = '/:org/flows/:flow_name/trails/:trail_name';
const Query = Type.Object({
  page: PageNumber,
  before: Type.Optional(Type.Integer({ minimum: 1 })),
  attestation_id: Type.Optional(RecordId),
});

export const trail = page(path, Query, async ({ evidence, org, params, query }) => {
  const found = await findTrailNow(evidence, org, params.flow_name, params.trail_name);
  const { attestation_id: id, before, page: number = 1 } = query;
  if (id !== undefined) return await recordPage(evidence, org, found.trail, id);
  return before === undefined ? await trailPage(evidence, org, found, number) : await recordsPage(evidence, org, found.trail, before);
});

async function trailPage(evidence: Evidence, org: Asking, { current, trail: row }: TrailNow, page: number): Promise<Page> {
  const { links } = evidence;
  const { orgId, orgName } = org;
  const gate = await gateField(evidence, org).ofTrail(row);
  const [decided, now] = [stateOfTrail(row.compliance), stateOfTrail(current.compliance)];
  const rows = sortedRows(row);
  const shown = rows.slice((page - 1) * namesAtOnce, page * namesAtOnce);
  const behind = await evidenceBehind(evidence, orgId, orgName, row, shown);
  return {
    title: `${wordOf(row.compliance, current.compliance, gate)}: ${row.name} · ${row.flowName} · ${orgName}`,
    way: wayTo(links, orgName, row.flowName),
    main: html`<h1>Trail <span class="name">${row.name}</span></h1>
      <p>${statesAfterGate(gate, decided, now)}</p>
      ${page === 1 ? html`${why(await reasonsFor(evidence, org, row, gate))} ${trailFacts(row)}` : undefined}
      ${names(rows, shown, row, page, behind, links.trail(orgName, row.flowName, row.name))}
      ${page === 1 ? html`${artifacts(row, orgName, links)} ${await logOf(evidence, org, row)} ${templates(row.content, current)}` : undefined}`,
  };
}

async function recordsPage(evidence: Evidence, { orgId, orgName }: Org, trail: TrailRow, before: number): Promise<Page> {
  const { links } = evidence;
  const { flowName, id, name } = trail;
  const address = links.trail(orgName, flowName, name);
  const linkTo = (record: string): string => links.attestation(orgName, flowName, name, record);
  const { items, next } = await attestationsOnTrail(evidence, orgId, id, { before, limit: recordsAtOnce });
  const lines = await Array.fromAsync(items, async (record) => {
    const replacement = await replacementOf(evidence, orgId, id, record);
    return row(
      badge(flagBadge(record.is_compliant, isOverride(record))),
      ownLink(linkTo(record.attestation_id), line(record.attestation_name)),
      html`<span class="soft">${line(record.attestation_type)}${replacement && ', replaced'}</span
        ><br />${recordLine(inBrief(record), linkTo)}`,
    );
  });
  return {
    title: `Records of ${name} · ${flowName} · ${orgName}`,
    way: [...wayTo(links, orgName, flowName), ownLink(address, name)],
    main: html`<h1>Records of <span class="name">${name}</span>, newest first</h1>
      ${rowsOr(lines, 'Nothing is recorded here.')}
      ${pageLinks('Pages of records', undefined, next === undefined ? undefined : `${address}?before=${next}`)}`,
  };
}

/** Reasons that are open; the others are folded. */
const openReasons = 2;

type Told = Pick<Reason, 'message' | 'fix'>;

async function reasonsFor(evidence: Evidence, org: Asking, row: TrailRow, gate: object): Promise<readonly Told[]> {
  const says = gateSays(gate);
  if (says === undefined || says.message === '') return [];
  const reasons = await reasonsOnTrail(evidence, org, row.id);
  return reasons.length === 0 ? [says] : reasons;
}

function why(reasons: readonly Told[]): Html | undefined {
  if (reasons.length === 0) return undefined;
  const told = fixedOnce(reasons).map(reasonItem);
  const more = told.slice(openReasons);
  return html`<h2>Why, and how to fix it</h2>
    <ul>
      ${told.slice(0, openReasons)}
    </ul>
    ${
      more.length === 0
        ? undefined
        : folded(
            count(more.length, 'more reason'),
            html`<ul>
              ${more}
            </ul>`,
          )
    }`;
}

function reasonItem({ fix, message }: Told): Html {
  const parts = fix === '' ? [] : fixParts(fix);
  return html`<li>
    ${line(message)}.
    ${parts.map(({ kind, lines }, index) => {
      if (kind === 'text') return html`<p>${index === 0 ? html`<b>Fix:</b> ` : undefined}${line(lines.join(' '))}</p>`;
      return folded(kind === 'yaml' ? 'YAML to copy' : 'Commands to copy', command(lines.join('\n')));
    })}
  </li>`;
}

/** All records of the trail, and the end of the log that holds them, which proves them where it was noted elsewhere. */
async function logOf(evidence: Evidence, org: Asking, row: TrailRow): Promise<Html> {
  const { links, stating, store } = evidence;
  const { orgId, orgName } = org;
  const { head } = await store.recordsAfter(orgId, Number.MAX_SAFE_INTEGER, 1);
  const records = `${links.trail(orgName, row.flowName, row.name)}?before=${row.lastSequence + 1}`;
  const hasStatement = await isStated(() => statementOfTrail(evidence, org, { flow: row.flowName, trail: row.name }));
  const to = links.trailStatement(orgName, row.flowName, row.name);
  const signed = html`${ownLink(to, 'Signed in-toto statement of the verdict')}
    <span class="soft">
      Others check it with ${ownLink(links.statementKey(), 'the public key')}:
      <code>compliance-evidence verify --statement FILE --key KEY</code>
    </span>`;
  const statement = stating?.signer === undefined ? ownLink(to, 'Unsigned in-toto statement of the verdict') : signed;
  return html`<h2>Records</h2>
    <p>
      ${ownLink(records, 'All records of this trail')}, newest first. Its last one is number ${row.lastSequence} of the log of ${orgName},
      which ends now with number ${head.sequence}:
    </p>
    ${command(head.link)}
    <p class="soft">
      Whoever runs the service checks the log by
      <code>compliance-evidence verify --data DIRECTORY --org ${orgName} --head ${head.link.slice(0, 12)}…</code>
    </p>
    ${hasStatement ? html`<p>${statement}</p>` : undefined}`;
}

type Compliance = TrailRow['compliance'];

function wordOf(decided: Compliance, current: Compliance, gate: object): string {
  const says = gateSays(gate, decided.status, current.status);
  const isOfNow = says?.verdict === current.status.toLowerCase();
  // The states of then and of now tell it, where it is the one of now.
  if (says?.differs === true && !isOfNow) return badgeOf(says.verdict).word;
  const word = (compliance: Compliance): string => {
    const { isOverridden, status } = stateOfTrail(compliance);
    return stateBadge(status, isOverridden).word;
  };
  return decided.status === current.status ? word(decided) : `${word(decided)}, now ${word(current)}`;
}

/** The template that decided the trail, and the current one of its flow if that is another. */
function templates(content: string, { decidedBy, flowTemplate, ownTemplate }: Current): Html {
  const isOther = ownTemplate || decidedBy !== flowTemplate.version;
  return html`${yamlFile(ownTemplate ? 'The template, of this trail alone' : 'The template', content)}
  ${isOther ? yamlFile('The template that the flow has now', flowTemplate.content) : undefined}`;
}

function trailFacts({ createdAt, createdBy, details, lastModifiedAt }: TrailRow): Html {
  return facts(
    ['Commit', commit(details.git_commit_info)],
    ['Description', paragraph(details.description)],
    ['Begun', html`${moment(createdAt)} by ${named(createdBy)}`],
    ['Last change', moment(lastModifiedAt)],
    ['Comes from', details.origin_url === undefined ? undefined : webLink(details.origin_url, line(details.origin_url))],
    ['Links', externalLinks(details.external_urls)],
  );
}

/** The required names and all others: first those that say no, then the missing ones, then the overridden ones. */
function sortedRows({ compliance }: TrailRow): readonly Row[] {
  const order = ['✘', '…', '?', 'overridden', '✔'];
  const rank = ({ status }: Row): number => {
    const { mark, tone } = entryBadge(status);
    return order.indexOf(tone === 'overridden' ? tone : mark);
  };
  return rowsOf({ compliance_status: compliance }).toSorted((one, other) => rank(one) - rank(other));
}

function names(rows: readonly Row[], shown: readonly Row[], row: TrailRow, page: number, behind: Behind, address: string): Html {
  const required = rows.filter(({ expected }) => expected).length;
  return html`<h2>What it requires, and what it has</h2>
    ${rows.length > 0 && required === 0 ? html`<p>The template requires nothing: all that is here came without being asked for.</p>` : undefined}
    ${rows.length === 0 ? html`<p>Nothing is required, and nothing is recorded.</p>` : undefined}
    ${rows.length > namesAtOnce ? html`<p class="soft">${grouped(rows.length)} names; ${shown.length} of them on this page.</p>` : undefined}
    <ul class="rows">
      ${shown.map((each) => evidenceRow(each, row.name, behind))}
    </ul>
    ${behind.isCut ? html`<p class="soft">The trail has older records, which are not looked at here: see all its records.</p>` : undefined}
    ${pages('Pages of names', address, page, page * namesAtOnce < rows.length)}`;
}

function artifacts({ compliance, flowName }: TrailRow, org: string, links: Links): Html | undefined {
  const found = Object.entries(compliance.artifacts_statuses ?? {});
  if (found.length === 0) return undefined;
  return html`<h2>Artifacts</h2>
    <ul class="rows">
      ${found
        .slice(0, namesAtOnce)
        .map(([name, { artifact_fingerprint: fingerprint, artifact_id: id, attestations_statuses: attestations, status }]) => {
          const has = typeof fingerprint === 'string' && fingerprint !== '';
          return html`<li>
            ${badge(stateBadge(status, standsByOverride(status, [...compliance.attestations_statuses, ...attestations])))}
            <p>
              <span class="name">${line(name)}</span>
              ${has ? ownLink(links.artifactPage(org, flowName, fingerprint, id ?? undefined), html`<code>${fingerprint}</code>`) : undefined}
            </p>
          </li>`;
        })}
    </ul>
    ${found.length > namesAtOnce ? html`<p>and ${grouped(found.length - namesAtOnce)} more</p>` : undefined}`;
}
