import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Audit } from '../../audit/index.ts';
import type { Call } from '../../client/index.ts';
import { limits } from '../../contract/limits.ts';
import { ResponseError } from '../../errors/index.ts';
import { plainRecord, type AuditSettings, type ConnectionSettings, type PublishSettings } from '../../options/index.ts';
import { publishedWords } from '../../presentation/index.ts';
import { bytes, given, markdown, pick, recordOf, webAddress } from '../../text/index.ts';
import { thisRun } from '../run/commit.ts';
import type { Report, RunContext } from '../run/context.ts';
import { faultFacts } from '../run/fault.ts';
import type { Audited, Published } from '../run/result.ts';
import type { EntryParts } from './entry-parts.ts';
import type { AuditParts } from './parts.ts';

const typeName = 'compliance-audit';

/** Only by these the service says yes of an audit: complete, and without a finding that fails it. */
const rules: readonly string[] = ['.complete == true', '.verdict == "audited" or .verdict == "not-applicable"'];

const typeFile = `name: ${typeName}\nrules:\n${rules.map((rule) => `  - '${rule}'\n`).join('')}`;

/** Makes the type with its rules, and the flow, where they are missing. A type with other rules gets a new version with these. */
async function prepareService(
  call: Call,
  org: string,
  flow: string,
  { getFlow, getType, ifThere, write }: EntryParts['publishing'],
  report: Report,
): Promise<void> {
  const type = await ifThere(getType(call, { org, type_name: typeName }, {}));
  const [newest] = type?.versions ?? [];
  const isOurs = type?.archived !== true && JSON.stringify(newest?.evaluator?.rules ?? []) === JSON.stringify(rules);
  if (!isOurs) {
    const what = {
      name: typeName,
      description: 'An audit of changes that was handed in',
      evaluator: { content_type: 'jq', rules },
    } as const;
    const fix = `Publish with the token of a member or an administrator, or let one make the type once, with \`type apply FILE\` and this file:\n${typeFile}`;
    await mayFail(write(call, 'putType', { org }, what, undefined), `The custom type ${typeName} cannot be made`, fix);
    report({ kind: 'info', message: `${type === undefined ? 'Made' : 'Renewed'} the custom type ${typeName}` });
  }
  if ((await ifThere(getFlow(call, { org, flow_name: flow }))) !== undefined) return;
  const fix = `Publish with the token of a member or an administrator, or let one make the flow once, with \`flow apply FILE\` and a file with the line \`name: ${flow}\``;
  await mayFail(
    write(call, 'putFlow', { org }, { name: flow, description: 'Audits that were handed in' }, undefined),
    `The flow ${flow} cannot be made`,
    fix,
  );
  report({ kind: 'info', message: `Made the flow ${flow}` });
}

async function mayFail(asked: Promise<unknown>, what: string, fix: string): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof ResponseError) || (error.code !== 'forbidden' && error.code !== 'invalid-request')) throw error;
    const { code, request, serverMessage, status } = error;
    throw new ResponseError(code, `${what}: ${serverMessage ?? error.message}`, { status, request, serverMessage, cause: error, fix });
  }
}

interface Publishing extends PublishSettings {
  readonly connection: ConnectionSettings;
  /** Empty, and used by nothing else. */
  readonly folder: string;
}

type Parts = Pick<AuditParts, 'reports' | 'manifestDigest' | 'withService'> & Pick<EntryParts, 'publishing'>;

/** Publishes the result where that was asked for. One that did not arrive fails the job. */
export async function withPublished(
  audit: Audit,
  ended: Audited,
  { from, publish }: Pick<AuditSettings, 'from' | 'publish'>,
  folder: string,
  context: RunContext,
  parts: Parts,
): Promise<Audited> {
  const connection = publish?.connection ?? (from.kind === 'sources' ? from.connection : undefined);
  if (publish === undefined || connection === undefined) return ended;
  const published = await publishAudit(audit, ended, { ...publish, connection, folder }, context, parts);
  const { summary } = ended;
  const words = publishedWords(published);
  return { ...ended, published, fails: ended.fails || published.outcome.kind === 'failed', summary: `${summary}\n${markdown(words)}\n` };
}

/**
 * Hands in a finished audit: records its subject, digests and outcome on a trail of its day. Its name has a part that is
 * never used again, because the newest record of a name is the one that counts, and no audit may replace another. Every
 * failure is part of the outcome: the reports are written by then.
 */
async function publishAudit(
  audit: Audit,
  ended: Pick<Audited, 'ending' | 'outcome' | 'reports'>,
  publishing: Publishing,
  context: RunContext,
  parts: Parts,
): Promise<Published> {
  const { attaches, connection, dryRun, flow, folder } = publishing;
  const { at, period, run } = audit.world.header;
  const packed = ended.reports.find(({ option }) => option === 'package')?.path;
  const report = await writeReports(audit, folder, parts);
  const attached = attaches ? await filesFor(folder, packed, context.report) : [];
  const manifest = packed === undefined ? undefined : await parts.manifestDigest(packed);
  const trail = `audit-${period.until.slice(0, 10)}`;
  const name = `audit-${at.slice(11, 19).replaceAll(':', '')}-${report.slice(0, 12)}-${randomUUID().slice(0, 8)}`;
  const about = { flow, trail, name, ...(isYes(ended.ending) ? {} : { objection: `its verdict is ${ended.ending}` }) };
  const content = contentFor(evidenceOf(audit, ended, { report, manifest, attached }), parts);
  const settings = {
    ...plainRecord,
    name,
    attachments: attached.map((file) => join(folder, file)),
    attach: 'never',
    onUnusable: 'post-error',
    description: undefined,
    externalUrls: new Map<string, string>(),
    userData: {},
    redact: [],
    githubToken: undefined,
    originUrl: webAddress(run)?.href,
    matrix: null,
    leg: undefined,
  } as const;
  const { publishing: client } = parts;
  return parts.withService(connection, 0, context, async (call): Promise<Published> => {
    try {
      if (!dryRun) await prepareService(call, connection.org, flow, client, context.report);
      // A record about a commit would count as evidence of that commit, which an audit is not.
      const question = { subject: 'trail', org: connection.org, flow, trail, commit: undefined, pullRequest: undefined } as const;
      const what = { git: undefined, results: { files: [], secrets: new Map() }, problems: [], content: () => content, hasVerdict: true };
      const { data, sending } = await client.record(
        call,
        { service: { dryRun }, settings, question, run: thisRun(context.event), ...what },
        context,
      );
      if (sending.kind === 'dry-run') return { ...about, data, outcome: { kind: 'dry-run' } };
      if (sending.kind === 'accepted')
        return { ...about, data, outcome: await confirmVerdict(call, connection.org, sending.id, isYes(ended.ending), client) };
      const { code, fix = again, message } = sending.kind === 'failed' ? sending.fault : { code: 'withheld', message: 'It was withheld' };
      return {
        ...about,
        data,
        outcome: { kind: 'failed', code, message, fix, mayBeThere: sending.kind === 'failed' && sending.unconfirmed === true },
      };
    } catch (error) {
      const { code, fix = again, message } = faultFacts(error);
      return { ...about, outcome: { kind: 'failed', code, message, fix, mayBeThere: false } };
    }
  });
}

const again = 'Publish it again: `audit --collected FILE --publish` from what `keep-collected` kept, with the same `previous`';

/** The one place that says which endings count as a yes. */
function isYes(ending: Audited['ending']): boolean {
  return ending === 'audited' || ending === 'not-applicable';
}

function contentFor(data: object, { publishing: { contentOf } }: Parts): ReturnType<EntryParts['publishing']['contentOf']> {
  const content = contentOf({ type: 'custom', typeName, data }, { attachments: [] });
  // Digests look like keys, and must stay as they are.
  return { ...content, kept: [...content.kept, 'attestation_data.report', 'attestation_data.package'] };
}

function evidenceOf(
  { complete, findings, totals, world }: Audit,
  { ending, outcome }: Pick<Audited, 'ending' | 'outcome'>,
  { attached, manifest, report }: { readonly report: string; readonly manifest: string | undefined; readonly attached: readonly string[] },
): object {
  const { at, branches, flows, period, repository, run, service } = world.header;
  const open = findings.filter(({ status }) => status !== 'fixed');
  const of = (severity: string): number => open.filter((one) => one.accepted === null && one.severity === severity).length;
  return {
    verdict: ending,
    outcome: pick(outcome, 'word', 'tone', 'text'),
    complete,
    scope: {
      repository,
      org: service?.org ?? null,
      branches: branches.map(({ name }) => name),
      flows,
      since: period.since,
      until: period.until,
    },
    made_at: at,
    run,
    report: { sha256: report },
    package: manifest === undefined ? null : { manifest_sha256: manifest },
    attached,
    changes: totals.changes,
    findings: {
      ...recordOf(['critical', 'high', 'medium', 'low'], of),
      accepted: open.filter(({ accepted }) => accepted !== null).length,
    },
  };
}

/** Writes the attached reports, and gives the SHA-256 of the JSON report: the same as of the one that was asked for. */
async function writeReports(audit: Audit, folder: string, { reports }: Parts): Promise<string> {
  await mkdir(folder, { recursive: true });
  const hash = createHash('sha256');
  const hashed = async function* (): AsyncGenerator<string> {
    for await (const part of reports.json(audit)) {
      hash.update(part);
      yield part;
    }
  };
  await pipeline(Readable.from(hashed()), createWriteStream(join(folder, 'audit.json')));
  await pipeline(Readable.from(reports.html(audit)), createWriteStream(join(folder, 'audit.html')));
  return hash.digest('hex');
}

/** A larger package is not attached, so that there is room for the reports. */
const largestPackage = limits.attachmentBytes / 2;

async function filesFor(folder: string, packed: string | undefined, report: Report): Promise<readonly string[]> {
  const reports = ['audit.json', 'audit.html'];
  if (packed === undefined) return reports;
  const { size } = await stat(packed);
  if (size > largestPackage) {
    report({ kind: 'warning', message: `publish: the package has ${bytes(size)}, and at most ${bytes(largestPackage)} are attached` });
    return reports;
  }
  await copyFile(packed, join(folder, 'package.tgz'));
  return [...reports, 'package.tgz'];
}

/** Asks the service how it judged the record: a type with other rules would say yes of an audit that says no. */
async function confirmVerdict(
  call: Call,
  org: string,
  id: string | undefined,
  isCompliant: boolean,
  { getAttestation }: EntryParts['publishing'],
): Promise<Published['outcome']> {
  const records = id === undefined ? [] : await getAttestation(call, { org }, id).catch(() => []);
  if (!records.some((record) => record.is_compliant === !isCompliant)) return { kind: 'recorded', ...given({ id }), id };
  return {
    kind: 'failed',
    code: 'wrong-verdict',
    message: `The service says that the audit is ${isCompliant ? 'not compliant' : 'compliant'}, and it is the other way round`,
    fix: `Look at the rules of the type ${typeName} in the service: somebody changed them`,
    mayBeThere: true,
  };
}
