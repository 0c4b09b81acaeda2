import { hash } from 'node:crypto';
import { carriedWords, entryWords, untestedRules, type LookedAt } from '../../presentation/index.ts';
import { capital, count, cut, given, grouped, markdown, withoutAddresses } from '../../text/index.ts';
import type { Severity } from '../facts/finding.ts';
import type { Audit, JudgedFinding, RuleResult } from '../judge/audit.ts';
import { lookedAt, missingParts, openFindings, outcomeOf, unknownRule } from './numbers.ts';
import { asOfWords, endSentence, uri } from './words.ts';

/** Characters of a message: with 5,000 results the file stays below the 10 MB that GitHub takes, also where nothing can be packed. */
const longest = 600;

/**
 * Foreign text as a message of SARIF, on one line: `{0}` would stand for an argument, and `[text](address)` a link
 * (SARIF 2.1.0, 3.11.5 and 3.11.6). Both are parted by a space.
 */
function messageText(text: string): string {
  return withoutAddresses(text, longest)
    .replaceAll('](', '] (')
    .replace(/\{(?=\d)/g, '{ ');
}

/** With a full stop at its end: GitHub shows the first sentence where there is no room for all. */
function sentence(text: string): string {
  return endSentence(messageText(text));
}

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
};

/** GitHub's own numbers for the four words: above 9 is critical, from 7 high, from 4 medium, below that low. */
const scores: Readonly<Record<Severity, string>> = { critical: '9.5', high: '8.0', medium: '5.5', low: '2.0' };

type DescribedRule = Pick<RuleResult, 'controls' | 'fix' | 'rule' | 'severity' | 'text'>;

function reportingDescriptor({ controls, fix, rule, severity, text }: DescribedRule): object {
  const lines = fix.split('\n');
  return {
    id: rule,
    name: rule,
    shortDescription: { text: messageText(text) },
    fullDescription: { text: `${sentence(text)} ${messageText(`Controls: ${controls.join(', ')}`)}` },
    defaultConfiguration: { level: levels[severity] },
    help: {
      text: `${sentence(text)} ${sentence(`Fix: ${lines.map((line) => line.trim()).join(' ')}`)}`,
      markdown: `${markdown(text, 1_000)}\n\n**Fix**\n\n${lines.map((line) => markdown(line, 500)).join('  \n')}\n`,
    },
    properties: {
      tags: ['compliance', 'security', ...controls.slice(0, 8)],
      precision: 'very-high',
      'security-severity': scores[severity],
    },
  };
}

/**
 * GitHub shows no result without a place in a file, and closes and opens alerts anew when that changes. No line of code is
 * at fault here; this file is where people act on a finding, and it is the same for all of them in every run.
 */
const locations = [
  {
    physicalLocation: {
      artifactLocation: { uri: '.github/compliance-audit.yml' },
      region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
    },
  },
];

/** Only by this name does GitHub see that two runs are about the same thing. */
function fingerprints(key: string): object {
  return { primaryLocationLineHash: `${hash('sha256', key).slice(0, 32)}:1` };
}

/** A finding as a result. `usual` is the severity of its rule, which is what GitHub marks all results of the rule with. */
function result(
  finding: JudgedFinding,
  { index, looked, usual }: { readonly index: number; readonly usual: string; readonly looked: LookedAt },
): object {
  const { accepted, at, carried, firstSeen, fix, key, message, rule, severity, status, subject } = finding;
  const page = subject.url === null ? undefined : uri(subject.url);
  const worse = severity === usual ? '' : ` Severity of this one: ${severity}.`;
  const words = carriedWords(finding, looked);
  const unseen = carried ? ` ${sentence(capital(words))}` : '';
  return {
    ruleId: rule,
    ruleIndex: index,
    level: levels[severity],
    message: { text: `${sentence(message)}${worse}${unseen} ${sentence(`Fix: ${fix}`)}` },
    locations,
    partialFingerprints: fingerprints(key),
    ...(accepted === null ? {} : { suppressions: [suppression(accepted)] }),
    ...given({ hostedViewerUri: page }),
    properties: {
      key: withoutAddresses(key, 300),
      severity,
      status,
      carried,
      at,
      firstSeen,
      subject: `${subject.kind} ${cut(withoutAddresses(subject.id), 100)}`,
    },
  };
}

/** A result that says what is missing: GitHub shows nothing else of an incomplete run. */
function unknownResult(holes: ReturnType<typeof missingParts>, ruleIndex: number): object {
  const sentences = holes.slice(0, 3).map(({ fix, what, why }) => `${sentence(`${what}: ${why}`)} ${sentence(`Fix: ${fix}`)}`);
  return {
    ruleId: unknownRule.rule,
    ruleIndex,
    level: 'error',
    message: { text: ['The verdict of the audit is unknown.', ...sentences].join(' ') },
    locations,
    partialFingerprints: fingerprints(unknownRule.rule),
  };
}

function suppression({ by, owner, reason, until }: NonNullable<JudgedFinding['accepted']>): object {
  return {
    kind: 'external',
    status: 'accepted',
    justification: `${sentence(reason)} ${sentence(`Accepted by ${owner} until ${until}; ${entryWords(by)}`)}`,
  };
}

/**
 * GitHub's limits of a run: it takes 25,000 results and keeps 5,000 of them
 * (https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit).
 */
const mostResults = 5_000;

/**
 * The findings as SARIF 2.1.0, the worst first, within the number that GitHub shows; the others are counted. Fixed findings are
 * not in it: GitHub closes an alert that is no longer reported, and would show it as open with a suppression.
 */
export async function* sarif(audit: Audit): AsyncGenerator<string> {
  const rules = describedRules(audit);
  const known = new Map(rules.map(({ rule, severity }, index) => [rule, { index, usual: severity }]));
  const looked = lookedAt(audit);
  const open = inOrder(openFindings(audit.findings));
  const unsaid = audit.findings.some(({ rule }) => rule === unknownRule.rule) ? [] : missingParts(audit);
  const listed = open.slice(0, mostResults - (unsaid.length === 0 ? 0 : 1));
  const { header } = audit.world;
  const { at, repository, serverUrl, tool } = header;
  const page = repository === null ? undefined : uri(`${serverUrl}/${repository}`);
  const run = {
    tool: { driver: { name: tool.name, version: tool.version, rules: rules.map(reportingDescriptor) } },
    automationDetails: { id: 'compliance-audit/' },
    ...(page === undefined ? {} : { versionControlProvenance: [{ repositoryUri: page }] }),
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: outcomeOf(audit).kind !== 'unknown',
        endTimeUtc: at,
        toolExecutionNotifications: notifications(audit, open.length - listed.length),
      },
    ],
  };
  yield '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[';
  yield `${JSON.stringify(run).slice(0, -1)},"results":[`;
  let before = '\n';
  if (unsaid.length > 0) {
    yield `${before}${JSON.stringify(unknownResult(unsaid, known.get(unknownRule.rule)?.index ?? 0))}`;
    before = ',\n';
  }
  for (const finding of listed) {
    yield `${before}${JSON.stringify(result(finding, { index: 0, usual: '', ...known.get(finding.rule), looked }))}`;
    before = ',\n';
  }
  yield '\n]}]}\n';
}

/** Those that are not accepted come first: they must not give way to the others. */
function inOrder(open: readonly JudgedFinding[]): readonly JudgedFinding[] {
  return [...open.filter(({ accepted }) => accepted === null), ...open.filter(({ accepted }) => accepted !== null)];
}

/** Also those that only a finding names: of an older version, or about the audit itself. */
function describedRules({ findings, rules }: Audit): readonly DescribedRule[] {
  const known = new Set(rules.map(({ rule }) => rule));
  const others = findings.filter(({ rule }) => !known.has(rule) && rule !== unknownRule.rule);
  const named = new Map(others.map(({ controls, fix, rule, severity }) => [rule, { rule, text: rule, severity, controls, fix }]));
  return [...rules, ...(known.has(unknownRule.rule) ? [] : [unknownRule]), ...named.values()];
}

/** The limits of the results: missing parts, untested rules, and results beyond the number shown. */
function notifications(audit: Audit, more: number): readonly object[] {
  const holes = missingParts(audit).map(({ fix, what, why }) => ({
    level: 'error',
    message: { text: `${sentence(`${what}: ${why}`)} ${sentence(`Fix: ${fix}`)}` },
  }));
  const untested = untestedRules(audit.rules).map(({ isPartly, rule, why }) => ({
    level: 'warning',
    message: { text: sentence(`${rule} was not tested${isPartly ? ' everywhere' : ''}: ${why}`) },
    associatedRule: { id: rule },
  }));
  const cut = `${count(more, 'finding')} ${more === 1 ? 'is' : 'are'} not in this file, the least severe and those that were accepted: GitHub shows ${grouped(5_000)}.`;
  const asOf = asOfWords(audit.world.header);
  const moments = asOf === undefined ? [] : [{ level: 'note', message: { text: sentence(asOf) } }];
  return [...moments, ...holes, ...untested, ...(more === 0 ? [] : [{ level: 'warning', message: { text: cut } }])];
}
