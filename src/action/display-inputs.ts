import { givesVerdict } from '../commands/index.ts';
import { UsageError } from '../errors/index.ts';
import { allOrComplaints, later, openReader, readDisplay, type GivenOptions, type DisplaySettings } from '../options/index.ts';
import { displayUses, type ActionCommand } from './inputs.ts';

/** When the job summary is written. */
export type SummaryMode = DisplaySettings['summary'];

/** How the result is to be shown on GitHub, and the command to run. */
export interface DisplayInputs {
  /** `undefined` where these inputs are wrong. */
  readonly settings: DisplaySettings | undefined;
  /** Throws these complaints together with those of the command, so that all come at once. */
  readonly command: ActionCommand;
  /** The options that the command itself reads. */
  readonly given: GivenOptions;
  /** Which of the commits of an artifact the status is set on. */
  readonly chosenCommit: string | undefined;
}

/** Reads the inputs that say how the result is shown. They belong to the shell, and no command knows them. */
export function readDisplayInputs(command: ActionCommand, given: GivenOptions): DisplayInputs {
  try {
    const read = openReader(displayUses(command), given, () => Promise.resolve({ kind: 'no-regular-file' }));
    const settings = readDisplay(read, givesVerdict(command));
    return { settings, command, ...parted(settings, given) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { settings: undefined, command: complaining(command, error), given, chosenCommit: undefined };
  }
}

/** An artifact is not judged for a commit, so `commit` says which of its commits gets the status. */
function parted({ status }: DisplaySettings, given: GivenOptions): Pick<DisplayInputs, 'given' | 'chosenCommit'> {
  const { commit, ...raw } = given.raw;
  const isChoice = status && raw['subject']?.trim() === 'artifact' && commit !== undefined && commit.trim() !== '';
  return isChoice ? { given: { ...given, raw }, chosenCommit: commit.trim().toLowerCase() } : { given, chosenCommit: undefined };
}

/** The command in a form that never runs: it complains of this error together with those of its own options. */
export function complaining(command: ActionCommand, complaint: UsageError): ActionCommand {
  return {
    ...command,
    async read(read) {
      const settings = await later(Promise.resolve().then(() => command.read(read)));
      return allOrComplaints({
        complaint: (): never => {
          throw complaint;
        },
        settings,
      });
    },
  };
}
