import { html as markup, webLink, type Html } from '../../../html/index.ts';
import { untestedRules } from '../../../presentation/index.ts';
import { count } from '../../../text/index.ts';
import {
  badge,
  code,
  day,
  leftOut,
  line,
  listEnd,
  listStart,
  moment,
  name,
  sectionEnd,
  sectionStart,
  severityWords,
  subjectWords,
} from '../../reports/html/parts.ts';
import type { OrganizationAudit } from '../merge.ts';
import type { AuditedRepository, RepositoryFinding } from '../result.ts';
import { worstFirst } from './words.ts';

/** Findings that are shown of all repositories together: a browser does not get on with more. */
const mostFindings = 5_000;

/** The findings of each repository, the worst first, and the rules that were not tested there. */
export function* findings({ repositories, totals }: OrganizationAudit): Generator<Html> {
  yield sectionStart('findings', 'Findings of each repository');
  let room = mostFindings;
  for (const { result } of repositories) {
    if (result?.kind !== 'audited') continue;
    const shown = worstFirst.flatMap((severity) => result.findings.filter((finding) => finding.severity === severity)).slice(0, room);
    room -= shown.length;
    yield* ofRepository(result, shown);
  }
  yield markup`${leftOut(totals.findings - (mostFindings - room), 'finding')}${sectionEnd}`;
}

function* ofRepository({ findings: all, id, name: of, rules }: AuditedRepository, shown: readonly RepositoryFinding[]): Generator<Html> {
  const untested = untestedRules(rules);
  if (all.length === 0 && untested.length === 0) return;
  yield markup`<h3 id="r${id}">${line(of)} <span class="soft">${count(all.length, 'finding')}</span></h3> `;
  if (shown.length > 0) yield listStart;
  for (const finding of shown) yield entry(finding);
  if (shown.length > 0) yield listEnd;
  if (untested.length > 0) {
    yield markup`<details>
      <summary>${count(untested.length, 'rule')} not tested</summary>
      <ul>
        ${untested.map(({ rule, why }) => markup`<li>${code(rule)}: ${line(why, 500)}</li>`)}
      </ul>
    </details> `;
  }
}

function entry({ accepted, at, carried, fix, key, message, rule, severity, subject: { id, kind, url } }: RepositoryFinding): Html {
  const about = kind === 'pull-request' ? `#${id}` : kind === 'commit' ? id.slice(0, 12) : id;
  return markup`<li>
    <p>
      ${badge(severityWords[severity])} ${code(rule)}${accepted === null ? undefined : markup`, <strong>accepted</strong>`}${carried === null ? undefined : markup`, <strong>${line(carried)}</strong>`}:
      <span class="name">${line(message, 1000)}</span>
    </p>
    ${accepted === null ? markup`<p><strong>Fix:</strong> ${line(fix, 1000)}</p>` : markup`<p>Accepted by ${name(accepted.owner)} until ${day(accepted.until)}: ${line(accepted.reason)}</p>`}
    <p class="soft">
      ${subjectWords[kind] ?? line(kind)} ${webLink(url, code(about, 120))}${at === null ? undefined : markup`, ${moment(at)}`}. Key
      <code>${line(key)}</code>
    </p>
  </li> `;
}
