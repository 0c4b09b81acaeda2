import type { Question } from '../../gate/index.ts';
import type { ConnectionSettings, GateSettings } from '../../options/index.ts';
import { withService } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import { judged } from '../run/judged.ts';
import type { Judged } from '../run/result.ts';
import { askMerges } from './ask-merges.ts';
import { judgeSubject } from './judge-subject.ts';

interface AgainSettings {
  readonly connection: ConnectionSettings;
  readonly gating: GateSettings;
  readonly githubToken: string | undefined;
}

/** Judges a question again, by the service's answers now: in the meantime others may have recorded a no. */
export function judgeAgain(
  command: string,
  { connection, gating, githubToken }: AgainSettings,
  question: Question,
  context: RunContext,
): Promise<Judged> {
  return withService(connection, gating.evaluationTimeout, context, async (call) => {
    const decided = await judgeSubject(call, question, { ...gating, waitTimeout: 0 }, askMerges(githubToken, context));
    return judged({ command, dryRun: false, evidence: undefined, sent: context.sent.soFar(), question, ...decided }, gating);
  });
}
