import { hash } from 'node:crypto';
import { carriedWords, entryWords, type LookedAt } from '../../../presentation/index.ts';
import { cut, given } from '../../../text/index.ts';
import type { JudgedFinding } from '../../judge/audit.ts';
import { unknownRule, type missing } from '../incomplete.ts';
import { nameless } from '../nameless.ts';
import { uri } from '../uri.ts';
import { sentence } from './text.ts';
import { levels } from './rule.ts';

/**
 * GitHub shows no result without a place in a file, and closes and opens alerts anew when that changes. No line of code is
 * at fault here; this file is where somebody acts on a finding, and it is the same for all of them in every run.
 */
const locations = [
  {
    physicalLocation: {
      artifactLocation: { uri: '.github/compliance-audit.yml' },
      region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
    },
  },
];

/** GitHub tells by this name, and no other, that two runs are about the same thing. */
function fingerprints(key: string): object {
  return { primaryLocationLineHash: `${hash('sha256', key).slice(0, 32)}:1` };
}

/** A finding as a result. `usual` is the severity of its rule, which is what GitHub marks all results of the rule with. */
export function result(
  finding: JudgedFinding,
  { index, looked, usual }: { readonly index: number; readonly usual: string; readonly looked: LookedAt },
): object {
  const { accepted, at, carried, firstSeen, fix, key, message, rule, severity, status, subject } = finding;
  const page = subject.url === null ? undefined : uri(subject.url);
  const worse = severity === usual ? '' : ` Severity of this one: ${severity}.`;
  const words = carriedWords(finding, looked);
  const unseen = carried ? ` ${sentence(`${words.charAt(0).toUpperCase()}${words.slice(1)}`)}` : '';
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
      key: nameless(key, 300),
      severity,
      status,
      carried,
      at,
      firstSeen,
      subject: `${subject.kind} ${cut(nameless(subject.id), 100)}`,
    },
  };
}

/** The result that says what is missing: of the rest of a run, and so of that too, GitHub shows nothing. */
export function unknownResult(holes: ReturnType<typeof missing>, ruleIndex: number): object {
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
