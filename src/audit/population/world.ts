import { given } from '../../text/index.ts';
import { countsOfFacts } from '../facts/line.ts';
import type { AcceptedFact, ControlTotal, End, FlowFact, Header, Hole, Line, Query, Untold, WorkflowsFact } from '../facts/line.ts';
import type { BranchRules, RulesetExport } from '../facts/check.ts';
import type { LogFact, LoggedRecord, WitnessFact, WorkedOut } from '../facts/log.ts';
import type { Previous, ReportedHead } from '../facts/previous.ts';
import type { Approval, Artifact, Deployment, Notification, Release, Tag } from '../facts/shipped.ts';
import { servesUsers, type AuditFile, type OwedCheck } from '../file/audit-file.ts';
import { readAuditFile, readChecksFile } from '../file/read-audit-file.ts';
import { keptByReport } from '../witness/read-heads.ts';
import { openRecordChain, unproven, type RecordChain } from '../witness/record-chain.ts';

export interface CheckedLog extends WorkedOut, Pick<LogFact, 'holders'> {
  readonly chain: NonNullable<LogFact['chain']>;
}

interface LogCheck {
  add(line: LogFact | WitnessFact | LoggedRecord): void;
  /** Null where the log was not collected, or the service has none. */
  result(): CheckedLog | null;
  /** True also where the file says that the service has no log. */
  isCollected(): boolean;
}

/**
 * Works out the chain of a collected log. It keeps only the last link, and the records of kept links.
 * @param before the head that the audit before this one read: it is a witness too, so that a log which was rewritten
 * between two audits is found without any kept head
 */
export function openLogCheck(before: ReportedHead | null): LogCheck {
  const witnesses = new Map<string, WorkedOut['witnesses'][number]>();
  let log: LogFact | undefined;
  let chain: RecordChain | undefined;

  return {
    add(line) {
      switch (line.kind) {
        case 'log':
          log = line;
          if (line.chain === null) return;
          chain = openRecordChain(line.chain);
          for (const head of keptByReport(before, line.chain.org)) witnesses.set(head.link, unproven(head));
          return;
        case 'witness':
          witnesses.set(line.link, unproven(line));
          return;
        case 'record': {
          const { link = '', ...place } = chain?.add(line) ?? {};
          const known = witnesses.get(link);
          if (known !== undefined) witnesses.set(link, { ...known, ...place });
          return;
        }
      }
    },
    isCollected: () => log !== undefined,
    result() {
      if (log === undefined || log.chain === null || chain === undefined) return null;
      const told = { chain: log.chain, ...given({ holders: log.holders }) };
      if (log.workedOut !== undefined) return { ...told, ...log.workedOut };
      return { ...told, ...chain.result(log.chain), witnesses: [...witnesses.values()] };
    },
  };
}

export interface CheckedChange {
  readonly sha: string;
  readonly pull: number | null;
  readonly at: string | null;
}

/** A check that ran for changes, whether they owe it or not. */
export interface RanCheck {
  readonly name: string;
  /** Path of its workflow file; null where it is no job of GitHub Actions. */
  readonly workflow: string | null;
  /** Null for a status. */
  readonly app: string | null;
  readonly changes: number;
}

export interface CheckedBranch {
  readonly changes: number;
  /** Changes whose head was tested alone. */
  readonly onHead: number;
  /** Names of checks that no demand binds to an app or a workflow. */
  readonly unbound: ReadonlySet<string>;
}

/** How one check covered changes. */
export interface CheckedCheck {
  readonly changes: number;
  /** Those for which it was skipped, or neutral. */
  readonly skipped: readonly CheckedChange[];
  /** Changes for which an attempt said no, and a later one before the landing said yes. */
  readonly repeated: number;
  /** Changes for which a cancelled run gave way to a newer one. */
  readonly replaced: number;
  /** Who told: the path of a workflow file, else the app or the account. */
  readonly tellers: ReadonlyMap<string, Teller>;
}

/** `run`: GitHub dates the run and names its workflow. `app`: a claim of the app. `status`: of an account, dated by GitHub. */
export interface Teller {
  readonly kind: 'run' | 'app' | 'status';
  readonly changes: number;
}

/** How GitHub's checks covered the changes, by branch and by check. */
export interface CheckedChanges {
  readonly changes: number;
  /** Changes of which nothing says which checks they owe. */
  readonly undemanded: number;
  /** Changes that are judged by today's demand, because the audit's file named no check when they landed. */
  readonly byToday: number;
  /** Those of the most changes first. */
  readonly ran: readonly RanCheck[];
  readonly branches: ReadonlyMap<string, CheckedBranch>;
  /** By the name of the check. */
  readonly checks: ReadonlyMap<string, CheckedCheck>;
  /** Changes for which nothing that they owe ran. */
  readonly idle: readonly CheckedChange[];
}

/** All of a collected file but its landings: small enough for memory. */
export interface World {
  readonly header: Header;
  readonly file: AuditFile | null;
  /** More checks that changes owe whose own file named none; empty: nobody handed any in. */
  readonly demanded: readonly OwedCheck[];
  /** By the key of the finding. */
  readonly accepted: ReadonlyMap<string, AcceptedFact>;
  /** Every text of it that was in force at some landing, by its digest; null where it could not be read. */
  readonly files: ReadonlyMap<string, AuditFile | null>;
  readonly workflows: ReadonlyMap<string, WorkflowsFact>;
  readonly flows: ReadonlyMap<string, FlowFact>;
  /** Those of GitHub, by branch; empty where they were not asked for. */
  readonly branchRules: ReadonlyMap<string, BranchRules>;
  /** Null: none was handed in. */
  readonly exported: RulesetExport | null;
  readonly deployments: readonly Deployment[];
  readonly releases: readonly Release[];
  readonly tags: readonly Tag[];
  readonly artifacts: readonly Artifact[];
  readonly approvals: readonly Approval[];
  readonly notifications: readonly Notification[];
  readonly untold: readonly Untold[];
  readonly holes: readonly Hole[];
  readonly queries: readonly Query[];
  readonly totals: readonly ControlTotal[];
  /** Null before the changes were judged, and where an evidence service was asked. */
  readonly checked: CheckedChanges | null;
  /** Null where it was not collected. */
  readonly log: CheckedLog | null;
  /** True also where the service says that it has no log. */
  readonly isLogCollected: boolean;
  readonly end: End;
  readonly previous: Previous | null;
}

type Small = Exclude<Line, { readonly kind: 'audit' | 'end' | 'landing' | 'log' | 'witness' | 'record' | 'attached' | 'answer' }>;

/** All of a collected file but its landings and the records of its log, which are too many for memory. */
export async function readWorld(lines: AsyncIterable<Line>, previous: Previous | null): Promise<World> {
  let header: Header | undefined;
  let end: End | undefined;
  const small: Small[] = [];
  let log = openLogCheck(previous?.head ?? null);
  for await (const line of lines) {
    if (line.kind === 'audit') {
      header = line;
      // A head that was read later is of a record that the log did not have then.
      if (line.asOf !== undefined && (previous?.head?.sequence ?? 0) > line.asOf.sequence) log = openLogCheck(null);
    } else if (line.kind === 'end') end = { ...line, counts: countsOfFacts(line.counts) };
    else if (line.kind === 'log' || line.kind === 'witness' || line.kind === 'record') log.add(line);
    else if (line.kind !== 'landing' && line.kind !== 'attached' && line.kind !== 'answer') small.push(line);
  }
  if (header === undefined) throw new Error('A collected file begins with its header');
  const all = <Kind extends Small['kind']>(kind: Kind): Extract<Small, { kind: Kind }>[] =>
    small.filter((line): line is Extract<Small, { kind: Kind }> => line.kind === kind);
  const files = new Map(all('file').map(({ digest, text }) => [digest, readAuditFile(text)]));
  const demand = readChecksFile(all('file').find(({ digest }) => digest === header.checks)?.text ?? '');
  const own = header.file === null ? undefined : files.get(header.file);
  const tip = own !== undefined && 'file' in own ? own.file : null;
  return {
    header,
    file: tip,
    demanded: 'file' in demand ? demand.file : [],
    files: new Map([...files].map(([digest, read]): [string, AuditFile | null] => [digest, 'file' in read ? read.file : null])),
    accepted: new Map(all('accepted').map((one) => [one.key, one])),
    workflows: new Map(all('workflows').map((one) => [one.tree, one])),
    flows: new Map(all('flow').map((one) => [one.name, one])),
    branchRules: new Map(all('branch-rules').map((one) => [one.branch, one])),
    exported: all('ruleset-export')[0] ?? null,
    deployments: all('deployment')
      .map((one) => ({ ...one, production: servesUsers(tip, one.environment, one.production) }))
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
    releases: all('release'),
    tags: all('tag'),
    artifacts: all('artifact'),
    approvals: all('approval'),
    notifications: all('notification'),
    untold: all('untold'),
    holes: [...all('hole'), ...holesOfFile(header, own), ...holesOfDemand(header, demand), ...(end === undefined ? [cutOff] : [])],
    queries: all('query'),
    totals: all('total'),
    checked: null,
    log: log.result(),
    isLogCollected: log.isCollected(),
    end: end ?? { kind: 'end', counts: {}, trailsElsewhere: 0 },
    previous,
  };
}

/** Whom an audit asks about evidence. */
export function evidenceSource({ header }: Pick<World, 'header'>): string {
  return header.evidence === 'github' ? 'GitHub' : 'the evidence service';
}

const cutOff: Hole = {
  kind: 'hole',
  what: 'the end of the collected file',
  why: 'it has no last line, so that something was cut off',
  fix: 'Collect again',
};

/** The command refuses a file that cannot be read, so that this one was changed since. */
function holesOfDemand({ checks }: Header, read: ReturnType<typeof readChecksFile>): readonly Hole[] {
  if (checks === undefined || 'file' in read) return [];
  return [{ kind: 'hole', what: 'the file of checks', why: read.fault, fix: 'Collect again with `checks`' }];
}

/** An unreadable file does not say which flows a change owes. */
function holesOfFile({ file }: Header, read: ReturnType<typeof readAuditFile> | undefined): readonly Hole[] {
  if (file === null || (read !== undefined && 'file' in read)) return [];
  const why = read === undefined ? 'it was not collected' : read.fault;
  return [
    { kind: 'hole', what: '.github/compliance-audit.yml', why, fix: 'Correct the file on the default branch, and run the audit again' },
  ];
}
