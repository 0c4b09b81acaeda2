import { openTransport, startDeadline, type CallContext } from '../client/index.ts';
import { passingVerdicts } from '../errors/index.ts';
import { ownReasons, worst, type Question, type TrailAnswer, type Verdict } from '../gate/index.ts';
import { webAddress } from '../text/index.ts';
import { gateAttested } from './gate/attest-and-gate.ts';
import { attest, type Attested } from './attest/attest.ts';
import type { RunContext } from './context.ts';
import { gate } from './gate/gate.ts';
import type { CommandName } from '../options/option.ts';
import { questionOf } from './question.ts';
import type { OptionReader } from '../options/reader.ts';
import type { RunResult } from './result.ts';
import { attestSettings, gateSettings, serviceSettings, type GateSettings, type ServiceSettings } from '../options/settings.ts';
import { userAgent } from './version.ts';

/** Runs one command to its result. Throws `UsageError` before anything is sent, and `TransportError` when interrupted. */
export async function run(command: CommandName, read: OptionReader, context: RunContext): Promise<RunResult> {
  const service = serviceSettings(read);
  const attestation = command === 'gate' ? undefined : await attestSettings(read, context.workspace);
  const demands = command === 'attest' ? undefined : gateSettings(read, command);
  const waits = (demands?.waitTimeout ?? 0) + (demands?.evaluationTimeout ?? 0);
  const deadline = startDeadline(service.timeout + waits, context.interrupt);
  const onNotice = (message: string): void => context.report({ kind: 'info', message });
  const { baseUrl, token } = service;
  const transport = openTransport({ baseUrl, token, userAgent, network: context.network, onNotice });
  const call: CallContext = { transport, deadline, onNotice };
  const facts = { command, dryRun: service.dryRun };
  try {
    if (attestation === undefined) {
      const question = await questionOf(service, context);
      const settings = demands ?? gateSettings(read, 'gate');
      return judged({ ...facts, question, evidence: undefined, ...(await gate(call, { question }, settings)) }, settings);
    }
    const attested = await attest(call, service, attestation, context);
    const { question, evidence } = attested;
    if (demands === undefined) return recorded({ ...facts, question, evidence, verdict: verdictOnRecording(attested, service) });
    const decided = await gateAttested(call, attested, demands);
    return judged({ ...facts, question, evidence: { ...evidence, sending: decided.own.sending }, ...decided }, demands);
  } finally {
    transport.close();
  }
}

type Facts = Pick<RunResult, 'command' | 'dryRun' | 'evidence' | 'verdict'> & { readonly question: Question };

function judged(facts: Facts & { readonly answer: TrailAnswer }, { failOn }: GateSettings): RunResult {
  const { answer, command, dryRun, evidence, question, verdict } = facts;
  const fails = failOn.has(verdict.name);
  return {
    command,
    dryRun,
    evidence,
    question,
    verdict: withWebLinks(verdict),
    fails,
    letThrough: fails || passingVerdicts.has(verdict.name) ? undefined : verdict.name,
    trailUrl: linkOf(answer.kind === 'trail' ? answer.trail.html_url : undefined),
  };
}

/** The links of the service, as far as they lead to a page: they are shown, printed and handed on as outputs. */
function withWebLinks(verdict: Verdict): Verdict {
  const reasons = verdict.reasons.map(({ url, ...reason }) => {
    const link = linkOf(url);
    return link === undefined ? reason : { ...reason, url: link };
  });
  return { ...verdict, reasons, rows: verdict.rows.map((row) => ({ ...row, url: linkOf(row.url) })) };
}

function linkOf(url: string | null | undefined): string | undefined {
  return webAddress(url) === undefined ? undefined : (url ?? undefined);
}

function recorded(facts: Facts): RunResult {
  const fails = facts.verdict.reasons.some((reason) => reason.code !== 'only-recorded');
  return { ...facts, fails, letThrough: undefined, trailUrl: undefined };
}

/** `attest` does not ask the trail, so it never says yes: `unknown` even when all went well, and then without failing. */
function verdictOnRecording({ own, question }: Attested, { dryRun }: ServiceSettings): Verdict {
  const sending = own.sending.kind === 'accepted' ? { ...own.sending, evaluated: true } : own.sending;
  const reasons = ownReasons({ ...own, sending }, question);
  if (reasons.length > 0) return { name: worst(reasons), reasons, notices: [], rows: [] };
  const message = dryRun ? 'Dry run: nothing was sent' : `${own.name} is recorded; whether the trail is compliant was not asked`;
  const fix = 'Let one last job decide, with command: gate';
  return {
    name: 'unknown',
    reasons: [{ code: 'only-recorded', verdict: 'unknown', message, fix, attestation: own.name }],
    notices: [],
    rows: [],
  };
}
