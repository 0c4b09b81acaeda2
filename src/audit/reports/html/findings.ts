import { html, webLink, type Html } from '../../../html/index.ts';
import { carriedWords, entryWords, type LookedAt } from '../../../presentation/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Audit, JudgedFinding, RuleResult } from '../../judge/audit.ts';
import { auditLimits, conclusions, demandOf, type ControlResult } from '../controls.ts';
import { mostFindings, type Arranged } from '../gathered.ts';
import { lookedAt } from '../numbers.ts';
import {
  badge,
  code,
  day,
  leftOut,
  line,
  lines,
  listEnd,
  listStart,
  moment,
  name,
  section,
  sectionEnd,
  sectionStart,
  severityWords,
  subjectWords,
  table,
  type Shown,
} from './parts.ts';
import { endSentence } from '../words.ts';

export function rules({ rules: all }: Audit): Html {
  const number = (result: RuleResult['result']): number => all.filter((rule) => rule.result === result).length;
  return section(
    'rules',
    'Rules',
    html`<p>The controls are numbers of others' standards, for those who look them up; the words are ours.</p>`,
    all.length === 0
      ? html`<p>No rule was run.</p>`
      : table(
          'all-rules',
          `${grouped(number('tested'))} tested, ${grouped(number('not applicable'))} not applicable, ${grouped(number('not tested'))} not tested, or not everywhere`,
          ['Rule', 'Severity', 'Result', { number: 'Tested' }, { number: 'With findings' }],
          all
            .toSorted((one, other) => rank(one) - rank(other))
            .map((rule) => [
              html`${code(rule.rule)}<br />${line(rule.text)}
                <span class="about soft">${rule.controls.length === 0 ? 'no control' : line(rule.controls.join(', '))}</span>`,
              badge(severityWords[rule.severity]),
              html`${badge(resultOf(rule))}${whyOf(rule)}`,
              grouped(rule.tested),
              grouped(rule.found),
            ]),
        ),
  );
}

/** One conclusion for each control of the audit's file; undefined where it maps none. */
export function controls(results: readonly ControlResult[], audit: Audit): Html | undefined {
  if (results.length === 0) return undefined;
  const limits = auditLimits(audit);
  return section(
    'controls',
    'Controls',
    html`<p>
      By the codes that the audit's file maps. Each says how the control worked in this period, and not how it is made. One with a part that
      was not tested has no conclusion, unless there are exceptions.
    </p>`,
    table(
      'all-controls',
      count(results.length, 'control'),
      [
        'Control',
        'Demand',
        { number: 'Changes' },
        { number: 'Tests' },
        { number: 'Exceptions' },
        { number: 'Accepted' },
        'Not tested, and why',
        'Conclusion',
      ],
      results.map((one) => [
        html`${code(one.label)}<br />${line(one.name)} <span class="about soft">${line(one.owner)}</span>`,
        html`${line(demandOf(one), 2000)} <span class="about soft">${line([...one.rules, ...one.evidence].join(', '), 2000)}</span>`,
        ...[one.population, one.tested, one.exceptions, one.accepted].map(grouped),
        lines(
          [...limits, ...one.untested].map((why) => line(why)),
          'all was tested',
        ),
        html`${badge(conclusions[one.conclusion.kind])}<br />${line(one.conclusion.text)}`,
      ]),
    ),
  );
}

/** The limits have the reason of each rule that was not tested: one reason may block many rules. */
function whyOf({ result, why }: RuleResult): Html | undefined {
  if (why === null) return undefined;
  return result === 'not tested' ? html`<br /><a href="#not-tested">Why</a>` : html`<br />${line(why)}`;
}

function rank({ found, result }: RuleResult): number {
  if (result === 'not tested') return 0;
  return result === 'not applicable' ? 3 : found > 0 ? 1 : 2;
}

/** `not tested` is never good, also where a part was. */
function resultOf({ found, result, tested }: RuleResult): Shown {
  switch (result) {
    case 'not applicable':
      return { mark: '–', word: 'not applicable: nothing of its kind', tone: 'soft' };
    case 'not tested':
      if (found > 0) return { mark: '✘', word: 'found something, and not tested everywhere', tone: 'bad' };
      return { mark: '?', word: tested === 0 ? 'not tested' : 'not tested everywhere', tone: 'open' };
    case 'tested':
      return found > 0
        ? { mark: '✘', word: 'tested, found something', tone: 'bad' }
        : { mark: '✔', word: 'tested, nothing found', tone: 'good' };
  }
}

export function findingLink({ shortOf }: Arranged, key: string): Html {
  const { place, words } = shortOf(key);
  return place === null ? html`${words}` : html`<a href="${place}">${words}</a>`;
}

export function* findings(audit: Audit, { fixed, groups, numbers }: Arranged): Generator<Html> {
  const { rules, world } = audit;
  const live = groups.flatMap((group) => group.findings);
  const looked = lookedAt(audit);
  const texts = new Map(rules.map(({ rule, text }) => [rule, text]));
  yield sectionStart('findings', 'Findings');
  yield html`<p>${summary(live, fixed.length)}</p>
    ${world.previous === null ? html`<p class="soft">No audit before this one was given, so that each finding is new.</p>` : undefined}`;
  for (const { findings: some, rule, severity } of groups) {
    const shown = some.filter(({ key }) => numbers.has(key));
    if (shown.length === 0) continue;
    const text = texts.get(rule);
    const [first] = some;
    const fix = some.every((finding) => finding.fix === first?.fix) ? first?.fix : undefined;
    yield html`<h3>${badge(severityWords[severity])} ${code(rule)} <span class="soft">${count(some.length, 'finding')}</span></h3>
      ${text === undefined ? undefined : html`<p>The rule: ${endSentence(line(text))}</p>`}
      ${fix === undefined ? undefined : html`<p><strong>Fix:</strong> ${line(fix, 1000)}</p>`}${listStart}`;
    for (const finding of shown) yield entry(finding, { number: numbers.get(finding.key), withFix: fix === undefined, looked });
    yield listEnd;
  }
  yield html`${leftOut(live.length - numbers.size, 'finding')}`;
  yield* showFixed(fixed);
  yield sectionEnd;
}

function summary(live: readonly JudgedFinding[], fixed: number): string {
  const fresh = live.filter(({ status }) => status === 'new').length;
  const accepted = live.filter((finding) => finding.accepted !== null).length;
  const carried = live.filter((finding) => finding.carried).length;
  const unseen = carried === 0 ? '' : `, ${grouped(carried)} of these not looked at again`;
  if (live.length === 0)
    return `None. ${fixed === 0 ? '' : `${count(fixed, 'finding')} of the audit before ${fixed === 1 ? 'is' : 'are'} fixed.`}`.trim();
  return `${count(live.length, 'finding')}: ${grouped(fresh)} new, ${grouped(live.length - fresh)} still open${unseen}. ${grouped(accepted)} of them accepted, ${grouped(fixed)} more fixed since the audit before.`;
}

interface ShownAs {
  readonly number: number | undefined;
  /** The group has no fix that is the same for all. */
  readonly withFix: boolean;
  readonly looked: LookedAt;
}

function entry(finding: JudgedFinding, { looked, number, withFix }: ShownAs): Html {
  const { accepted, at, carried, controls, firstSeen, fix, key, message, status } = finding;
  return html`<li id="f${number}">
    <p>
      <strong>${status === 'new' ? 'New' : html`Still open, first seen ${day(firstSeen)}`}</strong
      >${accepted === null ? undefined : html`, <strong>accepted</strong>`}${carried ? html`, <strong>${carriedWords(finding, looked)}</strong>` : undefined}:
      <span class="name">${line(message, 1000)}</span>
    </p>
    ${withFix ? html`<p><strong>Fix:</strong> ${line(fix, 1000)}</p>` : undefined}
    ${
      accepted === null
        ? undefined
        : html`<p>
            Accepted by ${name(accepted.owner)} until ${day(accepted.until)}: <span class="name">${line(accepted.reason)}</span>;
            ${line(entryWords(accepted.by), 1000)}
          </p>`
    }
    <p class="soft">
      ${subject(finding)}${at === null ? undefined : html`, ${moment(at)}`}.${controls.length === 0 ? undefined : ` ${controls.map((control) => line(control)).join(', ')}.`}
      Key
      <code>${line(key)}</code>
    </p>
  </li> `;
}

function subject({ change, subject: { id, kind, url } }: JudgedFinding): Html {
  const text =
    kind === 'pull-request' ? html`#${line(id)}` : html`<code>${kind === 'commit' ? line(id).slice(0, 12) : line(id, 120)}</code>`;
  const pull = change !== null && change.pull !== null && kind !== 'pull-request' ? ` of pull request #${change.pull}` : undefined;
  return html`${subjectWords[kind] ?? line(kind)} ${webLink(url, text)}${pull}`;
}

function* showFixed(fixed: readonly JudgedFinding[]): Generator<Html> {
  if (fixed.length === 0) return;
  yield html`<h3>Fixed since the audit before <span class="soft">${count(fixed.length, 'finding')}</span></h3>
    ${listStart}`;
  for (const finding of fixed.slice(0, mostFindings)) {
    yield html`<li>
      <p>
        ${badge({ mark: '✔', word: 'fixed', tone: 'good' })} ${code(finding.rule)}: <span class="name">${line(finding.message, 1000)}</span>
      </p>
      <p class="soft">${subject(finding)}. First seen ${day(finding.firstSeen)}.</p>
    </li> `;
  }
  yield listEnd;
  yield html`${leftOut(fixed.length - mostFindings, 'fixed finding')}`;
}
