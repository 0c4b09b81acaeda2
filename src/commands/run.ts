import { openTransport, startDeadline, type Call } from '../client/index.ts';
import { passingVerdicts, TransportError } from '../errors/index.ts';
import { ownReasons, worst, type TrailAnswer, type Verdict } from '../gate/index.ts';
import { webAddress } from '../text/index.ts';
import { gateAttested } from './gate/attest-and-gate.ts';
import { attest, type Attested } from './attest/attest.ts';
import type { RunContext } from './context.ts';
import { gate } from './gate/gate.ts';
import type { CommandName } from '../options/option.ts';
import { questionOfGate } from './question.ts';
import type { OptionReader } from '../options/reader.ts';
import type { Judged, Recorded, Result } from './result.ts';
import { allOrComplaints, later } from '../options/all-or-complaints.ts';
import { attestSettings, gateSettings, serviceSettings } from '../options/settings.ts';
import type { AttestSettings, GateSettings, ServiceSettings } from '../options/settings-types.ts';
import { stoppedBy } from './stopped.ts';
import { userAgent } from './version.ts';

/** After an interruption the runner waits 7.5 s before it insists; by then everything is said. */
const graceAfterInterrupt = 5_000;

/** Runs one command to its result, whatever happens: an error that stops it is a result too. */
export async function run(command: CommandName, read: OptionReader, context: RunContext): Promise<Result> {
  const work = perform(command, read, context).catch((error: unknown) => stoppedBy(error, context.sent.soFar()));
  return Promise.race([work, outlasted(context)]);
}

/** The result of a run that an interruption did not end in time. */
function outlasted({ interrupt, sent }: RunContext): Promise<Result> {
  return new Promise((resolve) => {
    const stop = (): void => resolve(stoppedBy(new TransportError('interrupted', 'Interrupted', { request: '' }), sent.soFar()));
    interrupt.addEventListener('abort', () => setTimeout(stop, graceAfterInterrupt).unref(), { once: true });
  });
}

async function perform(command: CommandName, read: OptionReader, context: RunContext): Promise<Judged | Recorded> {
  const { attestation, demands, service } = await settingsOf(command, read, context.workspace);
  const waits = (demands?.waitTimeout ?? 0) + (demands?.evaluationTimeout ?? 0);
  const deadline = startDeadline(service.timeout + waits, context.interrupt, context.clock);
  const onNotice = (message: string): void => context.report({ kind: 'info', message });
  const { baseUrl, token } = service;
  const transport = openTransport({ baseUrl, token, userAgent, network: context.network, onNotice });
  const call: Call = { transport, deadline, onNotice };
  const facts = { command, dryRun: service.dryRun };
  try {
    if (attestation === undefined) {
      const question = await questionOfGate(service, context);
      const settings = demands ?? gateSettings(read, 'gate');
      const decided = await gate(call, { question }, settings);
      return judged({ ...facts, question, evidence: undefined, sent: context.sent.soFar(), ...decided }, settings);
    }
    const attested = await attest(call, service, attestation, context);
    const { question, evidence } = attested;
    const sent = context.sent.soFar();
    if (demands === undefined) return recorded(attested, { ...facts, question, sent });
    const decided = await gateAttested(call, attested, demands);
    return judged({ ...facts, question, sent, evidence: { ...evidence, sending: decided.own.sending }, ...decided }, demands);
  } finally {
    transport.close();
  }
}

interface Settings {
  readonly service: ServiceSettings;
  readonly attestation: AttestSettings | undefined;
  readonly demands: GateSettings | undefined;
}

/** All settings of a command; what is wrong with any of its options is told in one error. */
async function settingsOf(command: CommandName, read: OptionReader, workspace: string): Promise<Settings> {
  const attestation = command === 'gate' ? () => undefined : await later(attestSettings(read, workspace));
  return allOrComplaints<Settings>({
    service: () => serviceSettings(read),
    attestation,
    demands: () => (command === 'attest' ? undefined : gateSettings(read, command)),
  });
}

type Facts = Pick<Judged, 'command' | 'dryRun' | 'question' | 'sent'>;

function judged(facts: Facts & Pick<Judged, 'evidence' | 'verdict'> & { readonly answer: TrailAnswer }, { failOn }: GateSettings): Judged {
  const { answer, command, dryRun, evidence, question, sent, verdict } = facts;
  const fails = failOn.has(verdict.name);
  return {
    kind: 'judged',
    command,
    dryRun,
    evidence,
    question,
    sent,
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

/** `attest` does not ask the trail. What keeps its own evidence from speaking is a verdict all the same. */
function recorded({ evidence, own, question }: Attested, facts: Facts): Judged | Recorded {
  const sending = own.sending.kind === 'accepted' ? { ...own.sending, evaluated: true } : own.sending;
  const reasons = ownReasons({ ...own, sending }, question);
  if (reasons.length === 0) return { kind: 'recorded', ...facts, evidence };
  const verdict: Verdict = { name: worst(reasons), reasons, notices: [], rows: [] };
  return { kind: 'judged', ...facts, evidence, verdict, fails: true, letThrough: undefined, trailUrl: undefined };
}
