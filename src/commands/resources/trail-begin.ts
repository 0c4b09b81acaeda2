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
} from '../../options/index.ts';
import { given } from '../../text/index.ts';
import { aboutFields } from './about-fields.ts';
import { buildUrlOf } from '../run/run-facts.ts';
import { describeCommand } from '../run/command.ts';
import { commitIfKnown } from '../run/commit.ts';
import { hideInRecord } from '../run/hide-in-record.ts';
import { endingOutputs } from '../run/outputs.ts';
import { questionAbout } from '../run/question.ts';
import { reportOnce } from '../run/report-once.ts';
import type { Reported } from '../run/result.ts';

const kept = new Set(['name', 'git_commit_info.sha1', 'git_commit_info.parents']);

export const trailBeginCommand = describeCommand({
  name: 'trail begin',
  summary: 'Begin a trail, or say more of one.',
  examples: ['compliance-evidence trail begin --org acme --flow checkout-service --template-file release.yml'],
  options: [...uses(serviceOptions, requiredForService), ...uses([templateFileOption, originUrlOption, ...aboutOptions])],
  outputs: endingOutputs,
  async read(read) {
    const [about, template] = await Promise.all([later(readAbout(read)), later(readTemplateFile(read))]);
    return allOrComplaints({
      service: () => readService(read),
      about,
      originUrl: () => readWebAddress(read, 'origin-url'),
      template,
    });
  },
  async run({ about, originUrl, service, template }, context): Promise<Reported> {
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
      ...given({ origin_url: originUrl ?? buildUrlOf(context.event) }),
      ...(Object.keys(about.userData).length === 0 ? {} : { user_data: about.userData }),
    };
    const data = hideInRecord(complete, kept, context);
    return reportOnce(
      { command: 'trail begin', resource: 'trail', name: trail, change: 'begun', question, data, dryRun: service.dryRun },
      {
        what: `trail ${trail}`,
        to: service,
        send: async (call) => ({ change: await putTrail(call, { org, flow_name: flow }, data, template) }),
      },
      context,
    );
  },
});
