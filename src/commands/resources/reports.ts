import { basename, resolve } from 'node:path';
import { reportArtifact, write } from '../../client/index.ts';
import type { ArtifactInput, AsSent, TrailInput } from '../../contract/index.ts';
import { UsageError } from '../../errors/index.ts';
import { digestAlone, kindKey, runKey } from '../../gate/index.ts';
import type { GitFacts } from '../../git/index.ts';
import {
  allOrComplaints,
  originOptions,
  readOptions,
  readReport,
  readService,
  reportOptions,
  requiredForService,
  serviceOptions,
  templateFileOption,
  uses,
  type ReportSettings,
} from '../../options/index.ts';
import { given } from '../../text/index.ts';
import { describeCommand, endingOutputs } from '../run/command.ts';
import { buildUrlOf, commitIfKnown, commitOf } from '../run/commit.ts';
import type { RunContext } from '../run/context.ts';
import { identityOf, questionAbout, treeData, type Identity } from '../run/question.ts';
import { aboutFields, hideInRecord, reportOnce } from '../run/report-once.ts';
import type { Reported } from '../run/result.ts';

const keptOfArtifact = new Set([
  'fingerprint',
  'git_commit',
  'git_commit_info.sha1',
  'git_commit_info.parents',
  'template_reference_name',
  'trail_name',
  `user_data.${runKey}`,
]);

export const artifactReportCommand = describeCommand({
  name: 'artifact report',
  summary: 'Report an artifact on a trail, by its fingerprint or by its file or directory.',
  examples: [
    'compliance-evidence artifact report --org acme --flow checkout-service --artifact-path dist/',
    'compliance-evidence artifact report --org acme --flow checkout-service --fingerprint "$SHA256" --filename shop:1.2',
  ],
  options: [...uses(serviceOptions, requiredForService), ...uses(reportOptions)],
  outputs: [...endingOutputs, 'artifact-fingerprint'],
  read: (read) => allOrComplaints({ service: () => readService(read), report: () => readReport(read) }),
  async run({ report, service }, context): Promise<Reported> {
    const git = await commitOf(report, service.commit, context);
    for (const message of git.notices) context.report({ kind: 'notice', message });
    const question = questionAbout(service, git.commit.sha1, context.event);
    if (question === undefined) throw new RangeError('a known commit names a trail');
    const identity = await identityOf(report.artifact, context);
    const { fingerprint } = identity;
    const { flow, org, trail } = question;
    const data = recordOf(report, { identity, git, trail }, context);
    const { filename: name } = data;
    return reportOnce(
      { command: 'artifact report', resource: 'artifact', name, change: 'reported', question, fingerprint, data, dryRun: service.dryRun },
      {
        what: `artifact ${name}`,
        to: service,
        send: async (call) => given({ id: await reportArtifact(call, { org, flow_name: flow }, data) }),
      },
      context,
    );
  },
});

interface Facts {
  readonly identity: Identity;
  readonly git: GitFacts;
  readonly trail: string;
}

function recordOf(report: ReportSettings, { git, identity, trail }: Facts, context: RunContext): AsSent<ArtifactInput> {
  const { annotations, artifact, artifactName } = report;
  const content = artifact.kind === 'path' ? treeData(identity) : { [runKey]: { [kindKey]: digestAlone } };
  const userData = { ...report.userData, ...content };
  const called = artifact.kind === 'path' ? basename(resolve(context.workspace, artifact.path)) : artifact.listedAs;
  const pages = allOrComplaints({
    build_url: () => known('build-url', report.buildUrl ?? buildUrlOf(context.event), 'the page of the build that made the artifact'),
    commit_url: () => known('commit-url', report.commitUrl ?? git.commit.url, 'the page of the commit that it was made of'),
  });
  const complete: AsSent<ArtifactInput> = {
    fingerprint: identity.fingerprint,
    filename: report.filename ?? called ?? identity.fingerprint,
    ...pages,
    git_commit: git.commit.sha1,
    ...(git.repository === undefined ? {} : { repo_url: git.repository.url }),
    ...aboutFields(report, git),
    ...given({ template_reference_name: artifactName }),
    trail_name: trail,
    ...(annotations.size === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
    ...(Object.keys(userData).length === 0 ? {} : { user_data: userData }),
  };
  return hideInRecord(complete, keptOfArtifact, context);
}

/** @throws where neither the caller nor the run knows it. */
function known(option: string, url: string | undefined, what: string): string {
  if (url !== undefined) return url;
  throw new UsageError('missing-input', `${option} is missing: this is no run of a CI system that would tell it`, {
    fix: `Give ${option}: ${what}`,
  });
}

const keptOfTrail = new Set(['name', 'git_commit_info.sha1', 'git_commit_info.parents']);

export const trailBeginCommand = describeCommand({
  name: 'trail begin',
  summary: 'Begin a trail, or say more of one.',
  examples: ['compliance-evidence trail begin --org acme --flow checkout-service --template-file release.yml'],
  options: [...uses(serviceOptions, requiredForService), ...uses([templateFileOption, ...originOptions])],
  outputs: endingOutputs,
  read(read) {
    return allOrComplaints({
      service: () => readService(read),
      about: () => readOptions(read, [...originOptions, templateFileOption]),
    });
  },
  async run({ about, service }, context): Promise<Reported> {
    const git = await commitIfKnown(about, service.commit, context);
    const question = questionAbout(service, git?.commit.sha1, context.event);
    if (question === undefined) {
      throw new UsageError('missing-input', 'The trail has no name, and no commit is known that it could be named after', {
        fix: 'Give trail or commit, or run inside a git checkout',
      });
    }
    const { flow, org, trail } = question;
    const complete: AsSent<TrailInput> = {
      name: trail,
      ...aboutFields(about, git),
      ...given({ origin_url: about.originUrl ?? buildUrlOf(context.event) }),
      ...(Object.keys(about.userData).length === 0 ? {} : { user_data: about.userData }),
    };
    const data = hideInRecord(complete, keptOfTrail, context);
    return reportOnce(
      { command: 'trail begin', resource: 'trail', name: trail, change: 'begun', question, data, dryRun: service.dryRun },
      {
        what: `trail ${trail}`,
        to: service,
        send: async (call) => {
          const outcome = await write(call, 'putTrail', { org, flow_name: flow }, data, about.template);
          return { change: outcome === 'created' ? 'begun' : outcome };
        },
      },
      context,
    );
  },
});
