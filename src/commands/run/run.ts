import { readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Fault, TransportError, UsageError, messageOf, stopEndingOf } from '../../errors/index.ts';
import { readRegularFile } from '../../files/index.ts';
import { decodeText, formsOf, orNothing } from '../../text/index.ts';
import { largestList, openReader, readArtifactList, secretsAmong } from '../../options/index.ts';
import type { ArtifactList, FileText, GivenOptions, ReadFile } from '../../options/index.ts';
import type { Command } from './command.ts';
import type { RunContext } from './context.ts';
import type { Result, Stopped } from './result.ts';
import type { Sent } from '../../presentation/index.ts';

/** After an interruption the runner waits 7.5 s before it insists; everything is reported by then. */
const graceAfterInterrupt = 5_000;

/** An error that stops the command is a result too. */
export async function run<Outcome extends Result>(
  command: Command<unknown, Outcome>,
  given: GivenOptions,
  context: RunContext,
): Promise<Outcome | Stopped> {
  const work = perform(command, given, context).catch((error: unknown) => stoppedBy(error, context.sent.soFar()));
  return Promise.race([work, outlasted(context)]);
}

async function perform<Outcome extends Result>(
  command: Command<unknown, Outcome>,
  given: GivenOptions,
  context: RunContext,
): Promise<Outcome> {
  const settings = await readSettings(command, given, context);
  return command.run(settings, { ...context, secrets: formsOf(secretsAmong(command.options, given.raw)) });
}

/** @throws one `UsageError` that names every fault. */
export function readSettings<Settings>(
  command: Pick<Command<Settings>, 'options' | 'read'>,
  given: GivenOptions,
  { workspace }: RunContext,
): Settings | Promise<Settings> {
  const readFile = (path: string, largest: number): FileText => readFileText(resolve(workspace, path), largest);
  return command.read(openReader(command.options, given, readFile, artifactsBefore(command, given, readFile)));
}

/** Declared by earlier steps of the job, for a command that may be about one artifact. */
function artifactsBefore(
  { options }: Pick<Command, 'options'>,
  { artifactList: path = '' }: GivenOptions,
  readFile: ReadFile,
): ArtifactList {
  const isAbout = options.some(({ use }) => use.name === 'artifact-path');
  return path === '' || !isAbout ? { kind: 'none' } : readArtifactList(readFile(path, largestList));
}

function readFileText(path: string, largest: number): FileText {
  const file = readRegularFile(path, largest);
  if (Buffer.isBuffer(file)) return { kind: 'text', text: decodeText(file) };
  return file.kind === 'unreadable' ? { ...file, folder: orNothing(() => readdirSync(dirname(path))) ?? [] } : file;
}

function outlasted({ interrupt, sent }: RunContext): Promise<Stopped> {
  return new Promise((done) => {
    const stop = (): void => done(stoppedBy(new TransportError('interrupted', 'Interrupted', { request: '' }), sent.soFar()));
    interrupt.addEventListener('abort', () => setTimeout(stop, graceAfterInterrupt).unref(), { once: true });
  });
}

export function stoppedBy(error: unknown, sent: Sent = { kind: 'nothing' }): Stopped {
  const isOurs = !(error instanceof Fault);
  return {
    kind: 'stopped',
    ending: stopEndingOf(error),
    code: isOurs ? 'internal' : error.code,
    message: messageOf(error),
    fix: isOurs ? undefined : error.fix,
    complaints: error instanceof UsageError ? error.parts.map(({ code, fix, message }) => ({ code, message, fix })) : [],
    stack: isOurs && error instanceof Error ? error.stack : undefined,
    sent,
  };
}
