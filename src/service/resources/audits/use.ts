import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { limits } from '../../../contract/index.ts';
import { aMoment, aText, aWhole, ifThere, listOf, oneOf, orNull, passes, shape, type Checked } from '../../../text/check.ts';
import { bytes, decodeText, parseJson, stringAt } from '../../../text/index.ts';
import { topLevel } from '../../../text/json-parts.ts';
import type { Evidence } from '../../context.ts';
import { inPortions } from '../../evidence/listing.ts';
import { notFound } from '../../evidence/refusal.ts';
import type { Org } from '../../log/chain.ts';
import { sha256 } from '../../record/kind.ts';
import type { AttestationRow } from '../attestations/tables.ts';
import { attestationView, type AttachedFile, type AttestationView } from '../attestations/use.ts';

/** The type of the records that `audit --publish` makes. */
const auditType = 'custom:compliance-audit';

/** The files that may be attached, by their names in the archive. */
export const auditFiles = ['audit.json', 'audit.html', 'package.tgz'] as const;
export type AuditFile = (typeof auditFiles)[number];

export const severities = ['critical', 'high', 'medium', 'low'] as const;

/** A record of an audit has some kilobytes. Larger ones are none, and a list does not read them. */
const largestRecord = 64 * 1024;

/** Some audits that were handed in, newest first; `next` is the number that the following ones are before. */
export async function listAudits({ links, store }: Evidence, { orgId }: Org, search: { readonly before?: number }, limit: number) {
  const found = await store.findAttestations(orgId, { ...search, type: auditType }, limit);
  const fitting = found.filter((each) => each.bytes <= largestRecord);
  const rows = await Array.fromAsync(inPortions(fitting, (sequences) => store.attestationsAt(orgId, sequences)));
  return { audits: rows.map((row) => attestationView(row, links)), next: found.length < limit ? undefined : found.at(-1)?.number };
}

/** Audits of an organization that are looked through for those of one repository. */
const mostLooked = 500;

export async function auditsOf(evidence: Evidence, org: Org, repository: string, limit: number): Promise<readonly AttestationView[]> {
  const { audits } = await listAudits(evidence, org, {}, mostLooked);
  return audits.filter((one) => repositoryIn(one) === repository).slice(0, limit);
}

export const repositoryIn = (audit: AttestationView): string | undefined => stringAt(audit, 'attestation_data', 'scope', 'repository');

async function recordOf({ store }: Evidence, { orgId, orgName }: Org, id: string): Promise<AttestationRow> {
  const row = await store.attestationById(orgId, id);
  if (row?.record.attestation_type === auditType) return row;
  throw notFound(`No audit ${id} was handed in to the organization '${orgName}'.`, 'Look for it in the list of audits.');
}

const unpack = promisify(gunzip);

/** Bytes of one file, and of all that is in an archive, which has three files. */
const largest = 32 * 1024 * 1024;
const mostUnpacked = 3 * largest;
const mostMembers = 16;

/** A file of an audit, or why it cannot be had. Nothing in an archive is trusted. */
async function fileOf({ blobs }: Evidence, { record: { attachment } }: AttestationRow, name: AuditFile): Promise<Buffer | string> {
  if (attachment === undefined || attachment.bytes > limits.attachmentBytes) return `${name} was not handed in`;
  const packed = await buffer(await blobs.read(attachment));
  // Alone it is attached as it is.
  if (attachment.filename === name) return packed;
  const { extract } = await import('tar-stream');
  const archive = extract();
  try {
    archive.end(await unpack(packed, { maxOutputLength: mostUnpacked }));
    let members = 0;
    for await (const entry of archive) {
      const { name: path, size, type } = entry.header;
      if (type === 'file' && path.split('/').at(-1) === name)
        return size > largest ? `${name} has ${bytes(size)}, and at most ${bytes(largest)} are read` : await buffer(entry);
      if ((members += 1) === mostMembers) break;
      entry.resume();
    }
    return `${name} was not handed in`;
  } catch {
    return 'the attached file is no archive, or it is broken or too large';
  } finally {
    archive.destroy();
  }
}

export async function auditFile(evidence: Evidence, org: Org, id: string, name: AuditFile): Promise<AttachedFile> {
  const content = await fileOf(evidence, await recordOf(evidence, org, id), name);
  if (typeof content === 'string') throw notFound(`There is no such file: ${content}.`, 'The page of the audit says what was handed in.');
  return { filename: name, bytes: content.length, sha256: sha256(content), content: Readable.from([content]) };
}

const entry = shape({
  commit: aText,
  author: ifThere(aText),
  pull: orNull(shape({ number: aWhole })),
  merged: orNull(aText),
  mergedAt: ifThere(aMoment),
  approved: orNull(listOf(aText)),
  reworded: ifThere(shape({ commit: aText, author: aText })),
});

const finding = shape({
  rule: aText,
  severity: oneOf(...severities),
  status: oneOf('new', 'open', 'fixed'),
  subject: shape({ kind: aText, id: aText, url: orNull(aText) }),
  message: aText,
  fix: aText,
  at: orNull(aMoment),
  firstSeen: aMoment,
  accepted: orNull(shape({ reason: aText, owner: aText, until: aText, by: ifThere(orNull(entry)) })),
});
export type ReportedFinding = Checked<typeof finding>;

const report = shape({
  outcome: shape({ text: aText }),
  population: shape({ changes: aWhole, landings: aWhole, commits: aWhole }),
  holes: listOf(shape({ what: aText, why: aText })),
  rules: listOf(shape({ rule: aText, result: oneOf('tested', 'not applicable', 'not tested') })),
  findings: listOf(finding),
});
export type AuditReport = Checked<typeof report>;
const parts = new Set(['outcome', 'population', 'holes', 'rules', 'findings']);

/** Characters before the changes, which come last: some 10,000 findings. While they are read, others wait. */
const longest = 6_000_000;
/** No text in JSON has a line break. */
const changesBegin = ',\n  "changes": [';

/** The parts of the JSON report that a page shows, or why it shows none. */
function readReport(content: Buffer): AuditReport | string {
  const whole = decodeText(content);
  const end = whole.indexOf(changesBegin);
  const text = end === -1 ? whole : `${whole.slice(0, end)}}`;
  if (text.length > longest) return 'audit.json has more findings than a page reads';
  const texts = topLevel(text, parts, limits.jsonDepth);
  if (texts === undefined) return 'audit.json is no JSON object, was cut off, or is nested too deep';
  const value = Object.fromEntries([...texts].map(([name, text]) => [name, parseJson(text)]));
  return passes(report, value) ? value : `audit.json is not as an audit writes it: ${report(value)?.slice(1)}`;
}

/** The newest audits that the page of an organization looks through, and the reports that it reads, one a repository. */
const [mostNewest, mostReports] = [20, 5];

/** The findings that are accepted now in each repository, by the newest report that was handed in. */
export async function acceptancesInForce(evidence: Evidence, org: Org) {
  const { audits } = await listAudits(evidence, org, {}, mostNewest);
  const reported = audits.filter((audit) => audit.has_audit_package === true);
  const newest = new Map(reported.toReversed().map((audit) => [repositoryIn(audit), audit]));
  return await Array.fromAsync([...newest.values()].slice(-mostReports), async (audit) => {
    const accepted = await acceptedIn(evidence, org, audit.attestation_id);
    return { audit, accepted: accepted.filter(({ until }) => !(Date.parse(until) < Date.now())) };
  });
}

type Accepted = NonNullable<ReportedFinding['accepted']> & Pick<ReportedFinding, 'message'>;

/** By the id of the audit, whose report never changes: nobody waits until it is unpacked once more. */
const kept = new Map<string, readonly Accepted[]>();
const mostKept = 100;
/** Characters of one report. */
const longestKept = 100_000;

async function acceptedIn(evidence: Evidence, org: Org, id: string): Promise<readonly Accepted[]> {
  const known = kept.get(id);
  if (known !== undefined) return known;
  const { report } = await getAudit(evidence, org, id);
  let room = longestKept;
  const found = (typeof report === 'string' ? [] : report.findings)
    .flatMap(({ accepted, message, status }) => (accepted === null || status === 'fixed' ? [] : [{ ...accepted, message }]))
    .filter((each) => (room -= JSON.stringify(each).length) > 0);
  kept.set(id, found);
  for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest);
  return found;
}

/** An audit, and its report or why there is none. `isNamed`: it is the very one whose digest is in the record. */
export async function getAudit(evidence: Evidence, org: Org, id: string) {
  const row = await recordOf(evidence, org, id);
  const audit = attestationView(row, evidence.links);
  const content = await fileOf(evidence, row, 'audit.json');
  if (typeof content === 'string') return { audit, report: content, isNamed: true };
  return { audit, report: readReport(content), isNamed: sha256(content) === stringAt(audit, 'attestation_data', 'report', 'sha256') };
}
