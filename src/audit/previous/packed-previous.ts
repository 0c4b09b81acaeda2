import { given, parseJson, stringAt } from '../../text/index.ts';
import type { Previous } from '../facts/previous.ts';
import type { Audit } from '../judge/audit.ts';
import { readPrevious } from './read-previous.ts';

/**
 * The moment until which complete audits cover all time, without a gap: the next audit begins there. An audit that began
 * later than the one before had ended leaves a gap, and so moves nothing; an audit between two commits does not either,
 * because its beginning in time is unknown.
 */
export function completeUntil({ complete, world }: Audit): string | null {
  const known = world.previous?.completeUntil ?? null;
  const { since, sinceSha, until } = world.header.period;
  // An audit of one trail or artifact covers no time.
  if (!complete || world.header.scope !== undefined) return known;
  if (known === null) return until;
  if (since === null ? sinceSha !== null : Date.parse(since) > Date.parse(known)) return known;
  return Date.parse(until) > Date.parse(known) ? until : known;
}

/** The commit that those audits reach, by the name of its branch. A branch that this audit is not about stays as it was. */
export function completeTips(audit: Audit): Readonly<Record<string, string>> {
  const { header, previous } = audit.world;
  const own = completeUntil(audit) === header.period.until ? header.branches : [];
  return { ...previous?.completeTips, ...Object.fromEntries(own.flatMap(({ end, name }) => (end === undefined ? [] : [[name, end]]))) };
}

/** For the package: the verdicts rest on the audit before. It has the form of a JSON report, so that it is read with the same care. */
export function previousText(previous: Previous): string {
  const { about, branches, complete, completeTips, completeUntil, digest, findings, flows, head, manifest, rules, since, tags, until } =
    previous;
  const report = {
    version: 1,
    complete,
    digest,
    ...given({ manifest }),
    header: {
      ...headerOf(about),
      period: { since, until },
      flows,
      branches: branches.map((name) => ({ name })),
      ...given({ at: rules?.at }),
    },
    completeUntil,
    completeTips,
    tags,
    ...given({ branchRules: rules?.of }),
    head,
    findings: findings.map((finding) => ({ ...finding, status: 'open' })),
  };
  return `${JSON.stringify(report, null, 1)}\n`;
}

function headerOf({ org, repository, repositoryId, serverUrl }: Previous['about']): object {
  return { repository, ...given({ repositoryId: repositoryId ?? undefined }), serverUrl, service: org === null ? null : { org } };
}

/** Throws a `UsageError` where the text is not one of `previousText`. */
export function readPackedPrevious(text: string): Previous {
  const value = parseJson(text);
  return { ...readPrevious(text, stringAt(value, 'digest') ?? ''), ...given({ manifest: stringAt(value, 'manifest') }) };
}
