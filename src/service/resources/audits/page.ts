import { Type, type Static } from 'typebox';
import { html, webLink, type Child, type Html } from '../../../html/index.ts';
import { auditTones, entryWords, flagBadge, minuteOf, populationWords, type Badge } from '../../../presentation/index.ts';
import { count, countAt, grouped, listAt, stringAt } from '../../../text/index.ts';
import type { Evidence } from '../../context.ts';
import type { Links } from '../../evidence/links.ts';
import { sendFile } from '../../http/send.ts';
import type { Org } from '../../log/chain.ts';
import { weekChart } from '../../pages/charts.ts';
import { Nothing, file, page } from '../../pages/mount.ts';
import { ago, badge, choiceField, command, facts, items, line, moment, named, ownLink, pageLinks, paragraph } from '../../pages/parts.ts';
import { row, rowsOr } from '../../pages/parts.ts';
import type { AttestationView } from '../attestations/use.ts';
import * as use from './use.ts';

const atOnce = 50;

export const audits = page(
  '/:org/audits',
  Type.Object({ before: Type.Optional(Type.Integer({ minimum: 1 })) }),
  async ({ address: here, evidence, org, query }) => {
    const { links } = evidence;
    const { audits: found, next } = await use.listAudits(evidence, org, query, atOnce);
    const address = links.listed(org.orgName, 'audits');
    return {
      title: `Audits · ${org.orgName}`,
      main: html`<h1>Audits of <span class="name">${org.orgName}</span>, newest first</h1>
        ${rowsOr(
          found.map((each) => auditRow(each, org.orgName, links)),
          html`None was handed in yet. In a clone with its whole history, with the token of a member in <code>EVIDENCE_API_TOKEN</code>:
            ${command(`git fetch origin && compliance-evidence audit --base-url ${here} --org ${org.orgName} --since last-month --publish`)}`,
        )}
        ${pageLinks('Pages of audits', query.before === undefined ? undefined : address, next === undefined ? undefined : `${address}?before=${next}`)}`,
    };
  },
);

function auditRow(audit: AttestationView, org: string, links: Links): Html {
  return row(
    badge(badgeOfAudit(audit)),
    ownLink(links.audit(org, audit.attestation_id), nameOf(audit)),
    html`<span class="soft"
      >${periodOf(audit)}: ${countsOf(audit)}; recorded ${moment(audit.created_at)} by ${named(audit.reported_by)}</span
    >`,
  );
}

/* Anybody who may record can write such a record, so that each field may be missing. */

const said = (audit: AttestationView, ...path: readonly string[]): string => line(stringAt(audit, 'attestation_data', ...path) ?? '');

const nameOf = (audit: AttestationView): string => line(use.repositoryIn(audit) ?? 'a repository without a name');

function periodOf(audit: AttestationView): string {
  const [since, until] = ['since', 'until'].map((name) => said(audit, 'scope', name));
  return `${since ? `from ${minuteOf(since)}` : 'from a commit'} to ${minuteOf(until ?? '')}`;
}

const numberOf = (audit: AttestationView, name: string): number => countAt(audit, 'attestation_data', 'findings', name) ?? 0;
const counted = [...use.severities, 'accepted'];

const openIn = (audit: AttestationView): number => counted.reduce((sum, name) => sum + numberOf(audit, name), 0);

/** `4 open findings: 1 high, 2 low, 1 accepted` */
function countsOf(audit: AttestationView): string {
  const each = counted.flatMap((name) => (numberOf(audit, name) === 0 ? [] : [`${grouped(numberOf(audit, name))} ${name}`]));
  return [count(openIn(audit), 'open finding'), ...(each.length === 0 ? [] : [each.join(', ')])].join(': ');
}

/** As the audit says it, but never better than the service judged. Earlier records do not say it. */
function badgeOfAudit(audit: AttestationView): Badge {
  const known = Object.values(auditTones).find(({ tone }) => tone === said(audit, 'outcome', 'tone'));
  if (known === undefined || (known.tone === 'good' && !audit.is_compliant)) return flagBadge(audit.is_compliant);
  return { mark: known.mark, tone: known.tone, word: said(audit, 'outcome', 'word') };
}

const Text = Type.Optional(Type.String({ maxLength: 200 }));
const Filter = Type.Object({ severity: Text, rule: Text, state: Text, text: Text });
type Filter = Static<typeof Filter>;

const mostBars = 12;

export const audit = page('/:org/audits/:attestation_id', Filter, async ({ evidence, org, params, query }) => {
  const { links } = evidence;
  const { audit: shown, isNamed, report } = await use.getAudit(evidence, org, params.attestation_id);
  const { attestation_id: id, flow_name: flow, trail_name: trail } = shown;
  const repository = use.repositoryIn(shown);
  const known = repository === undefined ? [] : await use.auditsOf(evidence, org, repository, mostBars);
  const newest = known[0]?.attestation_id ?? id;
  const attached = listAt(shown, 'attestation_data', 'attached');
  const saved = use.auditFiles.filter((name) => shown.has_audit_package && (attached?.includes(name) ?? true));
  const weeks = known.map((each) => ({ day: minuteOf(said(each, 'scope', 'until')), value: openIn(each) })).toReversed();
  return {
    title: `Audit of ${nameOf(shown)} · ${org.orgName}`,
    way: [ownLink(links.listed(org.orgName, 'audits'), 'Audits')],
    main: html`<h1>Audit of <span class="name">${nameOf(shown)}</span></h1>
      <p>${badge(badgeOfAudit(shown))} <span class="soft">${said(shown, 'outcome', 'text')}</span></p>
      ${newest === id ? undefined : html`<p>${ownLink(links.audit(org.orgName, newest), 'The newest audit')} says what is accepted now.</p>`}
      ${facts(
        ['Period', periodOf(shown)],
        ['Findings', countsOf(shown)],
        ['Run', webLink(stringAt(shown, 'attestation_data', 'run'), said(shown, 'run'))],
        ['Recorded', html`${moment(shown.created_at)} by ${named(shown.reported_by)}`],
        ['Record', ownLink(links.attestation(org.orgName, flow, trail, id), html`<code>${id}</code>`)],
        ['To save', items(saved.map((name) => ownLink(links.audit(org.orgName, id, name), name)))],
      )}
      ${isNamed ? undefined : html`<p><b>Its report is not the one whose SHA-256 is in the record:</b> secrets were taken out, or it was changed.</p>`}
      ${typeof report === 'string' ? withoutReport(shown, report) : withReport(report, query)}
      ${weeks.length < 2 ? undefined : weekChart({ title: 'Open findings of the repository', by: 'audit', words: grouped, weeks })}`,
  };
});

function withoutReport({ has_audit_package: isThere }: AttestationView, why: string): Html {
  if (isThere === true) return html`<p>The report cannot be shown: ${line(why)}.</p>`;
  return html`<p>Its report was not handed in, as with <code>publish: summary</code>: whoever ran the audit has it.</p>`;
}

function withReport({ findings, holes, population, rules }: use.AuditReport, query: Filter): Html {
  const open = findings.filter(({ status }) => status !== 'fixed');
  const untested = rules.filter(({ result }) => result === 'not tested').map(({ rule }) => html`<code>${line(rule)}</code>`);
  return html`<h2>In short</h2>
    ${facts(
      ['Looked at', populationWords(population)],
      ['Missing', items(holes.map(({ what, why }) => line(`${what}: ${why}`)))],
      ['Tested', `${grouped(rules.filter(({ result }) => result === 'tested').length)} of ${count(rules.length, 'rule')}`],
      ['Not tested', items(untested)],
      ['Fixed', count(findings.length - open.length, 'finding')],
    )}
    <h2>Findings that are open</h2>
    ${filterForm(open, query)} ${findingList(open, query)}
    <h2>Exceptions and acceptances</h2>
    ${someOf(
      open.filter(({ accepted, rule }) => accepted !== null || waysRound.has(rule)),
      registerRow,
    )}`;
}

const mostRows = 100;

function someOf(all: readonly use.ReportedFinding[], shown: (finding: use.ReportedFinding) => Html): Html {
  const more = all.length - mostRows;
  return html`${rowsOr(all.slice(0, mostRows).map(shown), 'There are none.')}
  ${more > 0 ? html`<p>and ${grouped(more)} more</p>` : undefined}`;
}

function findingList(open: readonly use.ReportedFinding[], { rule = '', severity = '', state = '', text = '' }: Filter): Html {
  const wanted = text.trim().toLowerCase();
  const found = open.filter(
    (one) =>
      ['', one.severity].includes(severity) &&
      ['', one.rule].includes(rule) &&
      ['', one.accepted === null ? 'open' : 'accepted'].includes(state) &&
      `${one.message}\n${one.subject.id}`.toLowerCase().includes(wanted),
  );
  const worstFirst = use.severities.flatMap((name) => found.filter((one) => one.severity === name));
  return html`<p class="soft">${grouped(found.length)} of ${count(open.length, 'finding')}.</p>
    ${someOf(worstFirst, findingRow)}`;
}

function filterForm(open: readonly use.ReportedFinding[], { rule, severity, state, text }: Filter): Html {
  const rules = [...new Set(open.map((one) => one.rule))].toSorted().slice(0, mostRows);
  return html`<form class="filter" role="search">
    ${choiceField('severity', 'Severity', ['', ...use.severities], severity)} ${choiceField('rule', 'Rule', ['', ...rules], rule)}
    ${choiceField('state', 'State', ['', 'open', 'accepted'], state)}
    <label>In the text <input name="text" value="${text}" maxlength="200" /></label> <button>Filter</button> <a href="?">All</a>
  </form>`;
}

function findingRow({ accepted, firstSeen, fix, message, rule, severity, subject }: use.ReportedFinding): Html {
  const isBad = severity === 'critical' || severity === 'high';
  return row(
    badge({ mark: isBad ? '✘' : '!', tone: isBad ? 'bad' : 'open', word: severity }),
    html`<b>${line(message)}</b>`,
    html`<p class="soft">
        <code>${line(rule)}</code>, ${line(subject.kind)} ${webLink(subject.url, line(subject.id))}, first seen ${at(firstSeen)}
      </p>
      <p>${accepted === null ? `Fix: ${line(fix)}` : `Accepted by ${line(accepted.owner)}`}</p>`,
  );
}

const at = (iso: string): Child => moment(Date.parse(iso) / 1000);

/** Rules whose findings are ways round the process, as the registers of an audit have them. */
export const waysRound = new Set(
  'overridden emergency-not-reviewed pushed-directly approved-after-merge gate-let-through gate-can-be-bypassed rule-bypassed'.split(' '),
);

/** Who went another way or accepted one, when, why, and until when. */
function registerRow({ accepted, at: when, firstSeen, message, rule }: use.ReportedFinding): Html {
  return row(
    accepted === null ? 'exception' : 'accepted',
    html`<code>${line(rule)}</code> ${line(message)}`,
    facts(
      ['When', at(when ?? firstSeen)],
      ['Who', accepted === null ? undefined : html`${named(accepted.owner)}; ${line(entryWords(accepted.by ?? undefined))}`],
      ['Why', paragraph(accepted?.reason)],
      ['Until', accepted === null ? undefined : line(accepted.until)],
    ),
  );
}

/** For the page of the organization, next to what else people decided; `undefined` without an audit whose report was handed in. */
export async function acceptanceList(evidence: Evidence, org: Org): Promise<Html | undefined> {
  const found = await use.acceptancesInForce(evidence, org);
  if (found.length === 0) return undefined;
  const rows = found.flatMap(({ accepted, audit: { attestation_id: id }, audit }) =>
    accepted.map(
      ({ by, message, owner, reason, until }) =>
        html`${line(message)} <span class="soft">in ${ownLink(evidence.links.audit(org.orgName, id), nameOf(audit))}</span>, accepted by
          ${named(owner)} ${by?.mergedAt === undefined ? undefined : ago(Date.parse(by.mergedAt) / 1000)} until ${line(until.slice(0, 10))}:
          ${line(reason)}`,
    ),
  );
  return html`<h2>Findings that are accepted now, by the newest audit of each repository</h2>
    ${items(rows) ?? html`<p>None.</p>`}`;
}

/** Saved, and never shown in the name of this service. */
export const savedFiles = use.auditFiles.map((name) =>
  file(`/:org/audits/:attestation_id/${name}`, Nothing, async ({ evidence, org, params, reply }) =>
    sendFile(reply, await use.auditFile(evidence, org, params.attestation_id, name)),
  ),
);
