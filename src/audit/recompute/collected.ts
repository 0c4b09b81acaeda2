import { parseJson, stringAt } from '../../text/index.ts';
import { flowsAsked, type ServiceAsked } from '../collect/settings.ts';
import type { End, Header, Hole, Line, Source } from '../facts/line.ts';
import type { LogFact } from '../facts/log.ts';
import { readAuditFile } from '../file/read-audit-file.ts';
import { readLines, textLines } from '../lines/read-lines.ts';
import { hashOf } from '../package/hash.ts';
import { sha256 } from '../package/node-sha256.ts';

export interface Told {
  readonly header: Header;
  /** The question to the service, as the audit put it: every part of it is among the facts. */
  readonly asked: ServiceAsked;
  readonly publicUrl: string | undefined;
  readonly untold: ReadonlyMap<Source, string>;
  readonly holes: readonly Hole[];
  readonly log: LogFact | undefined;
  /** Undefined where an earlier program collected. */
  readonly ended: End['ended'];
  /** Null where nothing landed. */
  readonly lastLanding: string | null;
  readonly counts: ReadonlyMap<string, number>;
  /** Whether landings have GitHub's checks, and whether a service told trails or deployments. */
  readonly has: { readonly checks: boolean; readonly service: boolean };
}

/** @throws {EvidenceError} where the file is not a collected one */
export async function readTold(file: string): Promise<Told> {
  const shas = new Set<string>();
  const files: string[] = [];
  const holes: Hole[] = [];
  const untold = new Map<Source, string>();
  const counts = new Map<string, number>();
  let [header, log, publicUrl, ended]: [Header?, LogFact?, string?, End['ended']?] = [];
  let hasNoFile = false;
  const has = { checks: false, service: false };
  let lastLanding: string | null = null;
  const org = (): string => header?.service?.org ?? '';
  for await (const line of readLines(file)) {
    counts.set(line.kind, (counts.get(line.kind) ?? 0) + 1);
    if (line.kind === 'audit') header = line;
    else if (line.kind === 'file') files.push(line.text);
    else if (line.kind === 'hole') holes.push(line);
    else if (line.kind === 'untold') untold.set(line.source, line.why);
    else if (line.kind === 'log') log = line;
    else if (line.kind === 'end') ({ ended } = line);
    else if (line.kind === 'artifact' || (line.kind === 'deployment' && line.source === 'service')) {
      publicUrl ??= baseOf(line.url, org());
      has.service = true;
    } else if (line.kind === 'landing') {
      const { at } = line.landing;
      if (at !== null && (lastLanding === null || Date.parse(at) > Date.parse(lastLanding))) lastLanding = at;
      if (line.file === null && line.landing.count > 0) hasNoFile = true;
      has.checks ||= line.checks !== undefined;
      has.service ||= line.trails.length > 0;
      for (const sha of commitsOf(line)) shas.add(sha);
      publicUrl ??= baseOf(line.trails[0]?.url ?? null, org());
    }
  }
  if (header === undefined) throw new Error('A collected file begins with its header');
  const { flows, period } = header;
  const asked = {
    ...flowsAsked(flows, readAuditFile, { files, hasNoFile }),
    shas: [...shas],
    since: period.since ?? new Date(0).toISOString(),
    until: period.until,
  };
  return { header, asked, publicUrl, untold, holes, log, ended, lastLanding, counts, has };
}

/** The commits that trails of a landing may be about: its own, and all from the branches of its pull requests. */
export function commitsOf({ landing, pulls }: Extract<Line, { readonly kind: 'landing' }>): readonly string[] {
  const branches = pulls.flatMap(({ commits, head, oldHeads = [] }) => [...[...commits, ...oldHeads].map(({ sha }) => sha), head]);
  return [...new Set([...landing.commits.map(({ sha }) => sha), ...branches])];
}

/** The part of a link before the path that every service of ours has. */
function baseOf(url: string | null, org: string): string | undefined {
  const own = `/${encodeURIComponent(org)}/`;
  const at = Math.max(...['flows/', 'environments/'].map((path) => url?.indexOf(own + path) ?? -1));
  return url !== null && at > 0 && /^https?:\/\//.test(url) ? url.slice(0, at) : undefined;
}

/** As many lines as people look at: the first one already says that another program wrote the file. */
const most = 5;

/** These are members of their own in a package. */
const elsewhere: ReadonlySet<string> = new Set(['record', 'attached', 'answer', 'witness']);

/**
 * Lines of a `collected.ndjson` that no audit writes. A reader that skips lines by their beginning and one that parses
 * them would read a line with a repeated field differently: the records could see one value, and the reports the other.
 */
export async function checkLines(file: string): Promise<readonly string[]> {
  const problems: string[] = [];
  let number = 0;
  for await (const { text, whole } of textLines(file)) {
    number += 1;
    const why = whole ? oddness(text) : 'its end is missing';
    if (why !== undefined) problems.push(`collected.ndjson, line ${number}: no audit writes it so: ${why}`);
    if (problems.length === most) break;
  }
  return problems;
}

function oddness(text: string): string | undefined {
  const value = parseJson(text);
  if (value === undefined) return 'it is no JSON';
  if (JSON.stringify(value) !== text) return 'it has a field twice, or is written in another way';
  const kind = stringAt(value, 'kind') ?? '';
  if (elsewhere.has(kind)) return 'it is of a kind that is a member of its own in a package';
  const isOther = kind === 'file' && hashOf(sha256, stringAt(value, 'text') ?? '') !== stringAt(value, 'digest');
  return isOther ? "its text of the audit's file has another SHA-256 than it says" : undefined;
}
