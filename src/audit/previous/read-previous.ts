import { wrongUse, type UsageError } from '../../errors/index.ts';
import {
  aDigest,
  aFlag,
  aMoment,
  aSha,
  aText,
  aWhole,
  ifThere,
  listOf,
  mapOf,
  oneOf,
  onlyIf,
  orNull,
  passes,
  shape,
  type Checked,
} from '../../text/check.ts';
import { given, grouped, stringAt, valueAt, webAddress } from '../../text/index.ts';
import { topLevel } from '../../text/json-parts.ts';
import { severities, subjectKinds, type PreviousFinding } from '../facts/finding.ts';
import { branchRules } from '../facts/check.ts';
import type { Previous } from '../facts/previous.ts';

/** Most characters of a report: some 300,000 changes. */
const longest = 400_000_000;
/** Most characters of its findings, which are held in memory. */
const longestList = 100_000_000;

const names = ['version', 'complete', 'header', 'findings', 'completeUntil', 'tags'] as const;
/** Reports of earlier versions have none of these. */
const laterNames = ['head', 'completeTips', 'branchRules'] as const;

const filled = onlyIf(aText, (text) => text !== '', ' is empty');
const aNumber = onlyIf(aWhole, (number) => number > 0, ' is zero');
const commits = mapOf(aText, aSha);

const finding = shape({
  key: filled,
  status: oneOf('new', 'open', 'fixed'),
  rule: filled,
  severity: oneOf(...severities),
  subject: shape({ kind: oneOf(...subjectKinds), id: filled }),
  message: filled,
  fix: filled,
  controls: listOf(aText),
  change: orNull(shape({ sha: aSha, pull: orNull(aWhole), authors: ifThere(listOf(aText)) })),
  at: orNull(aMoment),
  firstSeen: aMoment,
});

const report = shape({
  complete: aFlag,
  header: shape({
    // It decides whose report this is: an unreadable one must not count as left out.
    repositoryId: ifThere(orNull(aNumber)),
    period: shape({ since: orNull(aMoment), until: aMoment }),
    flows: listOf(aText),
    branches: listOf(shape({ name: aText })),
  }),
  completeUntil: orNull(aMoment),
  completeTips: ifThere(commits),
  branchRules: ifThere(listOf(branchRules)),
  findings: listOf(finding),
  tags: commits,
  // This audit holds the log against it: a changed one would be a false alarm.
  head: ifThere(orNull(shape({ org: filled, link: aDigest, sequence: aNumber, readAt: aMoment }))),
});

/**
 * All that this audit takes from the JSON report of the one before. The file was handed in, so that nothing in it is
 * trusted before it is checked; its changes are skipped.
 * @param digest SHA-256 of the file
 */
export function readPrevious(text: string, digest: string): Previous {
  if (text.length > longest) throw wrong(`has ${grouped(text.length)} characters, and at most ${grouped(longest)} are read`);
  const found = topLevel(text.startsWith('\uFEFF') ? text.slice(1) : text, new Set<string>([...names, ...laterNames]));
  if (found === undefined) throw wrong('is no JSON object, or was cut off');
  for (const name of names) if (!found.has(name)) throw wrong(`has no ${name}`);
  for (const [name, value] of found) {
    if (value.length > longestList)
      throw wrong(`has ${grouped(value.length)} characters of ${name}, and at most ${grouped(longestList)} are read`);
  }
  const { version, ...parts } = Object.fromEntries([...found].map(([name, value]) => [name, parsed(name, value)]));
  if (version !== 1) throw wrong('is of a version that this program does not know: version is not 1', newer);
  if (valueAt(parts, 'header', 'scope') !== undefined)
    throw wrong('is of one trail or artifact: no audit begins where it ended', 'Name the report of an audit of a period');
  if (!passes(report, parts)) throw wrong(`is not as it was written: ${report(parts)?.slice(1)}`);
  const { branchRules: rules, complete, completeTips = {}, completeUntil, findings, head = null, header, tags } = parts;
  return {
    about: {
      repository: stringAt(header, 'repository') ?? null,
      repositoryId: header.repositoryId ?? null,
      serverUrl: stringAt(header, 'serverUrl') ?? null,
      org: stringAt(header, 'service', 'org') ?? null,
    },
    complete,
    since: header.period.since,
    until: header.period.until,
    completeUntil,
    completeTips,
    findings: findingsOf(findings),
    flows: header.flows,
    branches: header.branches.map(({ name }) => name),
    tags,
    ...(rules === undefined ? {} : { rules: { at: readAtOf(header), of: rules } }),
    head: head === null ? null : { org: head.org, link: head.link, sequence: head.sequence, readAt: head.readAt },
    digest,
  };
}

/** Left out by some of those who write such a report by hand: its period had ended then. */
function readAtOf(header: Checked<typeof report>['header']): string {
  const at = stringAt(header, 'at');
  return passes(aMoment, at) ? at : header.period.until;
}

/** Only open findings, with the fields that are known here. */
function findingsOf(findings: Checked<typeof report>['findings']): readonly PreviousFinding[] {
  const keys = new Set<string>();
  return findings.flatMap(({ at, change, controls, firstSeen, fix, key, message, rule, severity, status, subject }, index) => {
    if (keys.has(key)) throw wrong(`has the key of findings[${index}] twice`);
    keys.add(key);
    if (status === 'fixed') return [];
    // It becomes a link: only a web address may.
    const url = stringAt(subject, 'url');
    const about = { kind: subject.kind, id: subject.id, url: webAddress(url) === undefined ? null : (url ?? null) };
    const of = change === null ? null : { sha: change.sha, pull: change.pull, ...given({ authors: change.authors }) };
    return [{ key, rule, severity, subject: about, message, fix, controls, change: of, at, firstSeen }];
  });
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw wrong(`is no JSON in ${name}`, undefined, cause);
  }
}

const newer = 'Use the version of compliance-evidence that wrote it, or a newer one';
const again = 'Give the whole file that the audit before wrote with --json. Without one every finding is new';

function wrong(what: string, fix = again, cause?: unknown): UsageError {
  return wrongUse(`The report of the audit before (previous) ${what}`, fix, cause);
}
