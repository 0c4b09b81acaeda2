import { contextOf, flowApplyCommand, run } from '../commands/index.ts';
import { UsageError } from '../errors/index.ts';
import { given } from '../text/index.ts';

interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly org: string;
  /** The directory that the file is relative to. */
  readonly directory: string;
  readonly interrupt: AbortSignal;
  /** How messages name the setting that the file was given by. */
  readonly naming: string;
}

/**
 * Makes the flow of a file in a service that has none but those of other files, as `flow apply` does. Throws a UsageError, also
 * where another file has that flow: of one of the two, what it requires would be lost.
 */
export async function applyFlow(file: string, { baseUrl, directory, interrupt, naming, org, token }: Target): Promise<void> {
  const raw = { 'base-url': baseUrl, 'api-token': token, org, file };
  const context = contextOf({}, directory, interrupt, () => undefined);
  const result = await run(flowApplyCommand, { raw, naming: (name) => name }, context);
  if (result.kind === 'stopped') {
    // A fault in the file names the file.
    const message = result.message.includes(file) ? result.message : `${file}: ${result.message}`;
    throw new UsageError('invalid-input', `${naming} ${message}`, given({ fix: result.fix }));
  }
  if (result.kind !== 'applied' || result.change !== 'updated') return;
  throw new UsageError('invalid-input', `${naming} ${file}: a file before it has another flow ${result.name}, which it would replace`, {
    fix: 'Give each flow a name of its own, in one file',
  });
}
