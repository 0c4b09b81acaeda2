import { putTrail } from '../../client/index.ts';
import type { AsSent, TrailInput } from '../../contract/index.ts';
import { UsageError } from '../../errors/index.ts';
import {
  aboutOptions,
  allOrComplaints,
  later,
  originUrlOption,
  readAbout,
  readService,
  readTemplateFile,
  readWebAddress,
  requiredForService,
  serviceOptions,
  templateFileOption,
  uses,
  type AboutSettings,
  type ServiceSettings,
} from '../../options/index.ts';
import { given } from '../../text/index.ts';
import { aboutFields } from './about-fields.ts';
import { buildUrlOf } from '../run/build-url.ts';
import { describeCommand } from '../run/command.ts';
import { commitIfKnown } from '../run/commit.ts';
import { withService } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import { hideInRecord } from '../run/hide-in-record.ts';
import { endingOutputs } from '../run/outputs.ts';
import { questionAbout } from '../run/question.ts';
import type { Reported } from '../run/result.ts';

interface Settings {
  readonly service: ServiceSettings;
  readonly about: AboutSettings;
  readonly originUrl: string | undefined;
  readonly template: string | undefined;
}

const kept = new Set(['name', 'git_commit_info.sha1', 'git_commit_info.parents']);

export const trailBeginCommand = describeCommand({
  name: 'trail begin',
  summary: 'Begin a trail, or say more of one.',
  examples: ['compliance-evidence trail begin --org acme --flow checkout-service --template-file release.yml'],
  options: [...uses(serviceOptions, requiredForService), ...uses([templateFileOption, originUrlOption, ...aboutOptions])],
  outputs: endingOutputs,
  async read(read): Promise<Settings> {
    const [about, template] = await Promise.all([later(readAbout(read)), later(readTemplateFile(read))]);
    return allOrComplaints<Settings>({
      service: () => readService(read),
      about,
      originUrl: () => readWebAddress(read, 'origin-url'),
      template,
    });
  },
  async run(settings, context): Promise<Reported> {
    const { service, template } = settings;
    const git = await commitIfKnown(settings.about, service.commit, context);
    const question = questionAbout(service, git?.commit.sha1, context.event);
    if (question === undefined) {
      throw new UsageError('missing-input', 'The trail has no name, and no commit is known that it could be named after', {
        fix: 'Give trail or commit, or run inside a git checkout',
      });
    }
    const data = recordOf(settings, question.trail, git, context);
    const report = (change: Reported['change']): Reported => ({
      kind: 'reported',
      command: 'trail begin',
      resource: 'trail',
      name: question.trail,
      change,
      question,
      data,
      dryRun: service.dryRun,
      sent: context.sent.soFar(),
    });
    if (service.dryRun) return report('begun');
    return withService(service, 0, context, async (call) => {
      context.sent.begin(`trail ${question.trail}`);
      const change = await putTrail(call, { org: question.org, flow_name: question.flow }, data, template);
      context.sent.end(`trail ${question.trail}`, { kind: 'accepted', id: undefined, evaluated: false });
      return report(change);
    });
  },
});

function recordOf(
  { about, originUrl }: Settings,
  name: string,
  git: Parameters<typeof aboutFields>[1],
  context: RunContext,
): AsSent<TrailInput> {
  const origin = originUrl ?? buildUrlOf(context.event);
  const complete: AsSent<TrailInput> = {
    name,
    ...aboutFields(about, git),
    ...given({ origin_url: origin }),
    ...(Object.keys(about.userData).length === 0 ? {} : { user_data: about.userData }),
  };
  return hideInRecord(complete, kept, context);
}
