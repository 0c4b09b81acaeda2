import {
  allOrComplaints,
  gateOptions,
  minTestsOption,
  readGate,
  readService,
  requiredForService,
  serviceOptions,
  uses,
  type GateSettings,
  type ServiceSettings,
} from '../../options/index.ts';
import { describeCommand } from '../command.ts';
import { withService } from '../connect.ts';
import { judged } from '../judged.ts';
import { endingOutputs, judgedOutputs } from '../outputs.ts';
import { questionOfGate } from '../question.ts';
import type { Judged } from '../result.ts';
import { gate } from './gate.ts';

interface Settings {
  readonly service: ServiceSettings;
  readonly gating: GateSettings;
}

export const gateCommand = describeCommand({
  name: 'gate',
  summary: 'Ask whether a trail is compliant; the exit code says so.',
  examples: ['compliance-evidence gate --org acme --flow checkout-service --required-attestations unit-tests,lint --wait-timeout 5m'],
  options: [...uses(serviceOptions, requiredForService), ...uses([minTestsOption, ...gateOptions])],
  outputs: [...endingOutputs, ...judgedOutputs],
  read(read): Settings {
    return allOrComplaints<Settings>({
      service: () => readService(read),
      gating: () => readGate(read, () => read.count('min-tests')),
    });
  },
  run({ gating, service }: Settings, context): Promise<Judged> {
    return withService(service, gating.waitTimeout + gating.evaluationTimeout, context, async (call) => {
      const question = await questionOfGate(service, context);
      const decided = await gate(call, { question }, gating);
      const facts = { command: 'gate', dryRun: service.dryRun, evidence: undefined, sent: context.sent.soFar() };
      return judged({ ...facts, question, ...decided }, gating);
    });
  },
});
