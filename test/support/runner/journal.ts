import type { Masker } from './masker.ts';
import type { Annotation } from './types.ts';

/** The step's log and its annotations. */
export interface Journal {
  output(text: string): void;
  /** Shown only with step debugging on (`runner.debug` is `'1'`). */
  debug(text: string): void;
  issue(level: Annotation['level'], message: string, place?: Place): void;
  readonly debugging: boolean;
  readonly annotations: readonly Annotation[];
  text(): string;
}

export type Place = Omit<Annotation, 'level' | 'message'>;

// ExecutionContext.cs: _maxCountPerIssueType and _maxIssueMessageLength (UTF-16 units).
const mostPerLevel = 10;
const longestMessage = 4096;

export function createJournal(masker: Masker, debugging: boolean): Journal {
  const lines: string[] = [];
  const annotations: Annotation[] = [];
  const output = (text: string): void => {
    lines.push(masker.mask(text));
  };
  return {
    output,
    debugging,
    annotations,
    text: () => lines.map((line) => `${line}\n`).join(''),
    debug(text) {
      if (debugging) for (const line of text.split(/\r?\n/)) output(`##[debug]${line}`);
    },
    issue(level, message, place) {
      // Masked before it is cut, so that the cut cannot save half a secret from its mask. The title is not masked.
      const shown = masker.mask(message).slice(0, longestMessage);
      if (annotations.filter((annotation) => annotation.level === level).length < mostPerLevel)
        annotations.push({ level, message: shown, ...place });
      if (shown !== '') output(`##[${level}]${shown}`);
    },
  };
}
