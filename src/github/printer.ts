import { cut, neutralize, redact } from '../text/index.ts';

export type AnnotationLevel = 'error' | 'warning' | 'notice';

export interface Annotation {
  readonly level: AnnotationLevel;
  readonly message: string;
  readonly title?: string;
  /** Relative to the repository's root. */
  readonly file?: string;
  readonly line?: number;
}

/** The only writer to a runner's log. Everything goes through it, because everything may hold foreign text. */
export interface Printer {
  line(text: string): void;
  /** Shown next to the code or the run; past the runner's ten a level they become lines of the log. */
  annotate(annotation: Annotation): void;
  /** Lines folded under a title. */
  group(title: string, lines: readonly string[]): void;
  /** From now on masked by us and by the runner. */
  hide(secret: string): void;
  /** The text without what is hidden. */
  readonly clean: (text: string) => string;
  /** Says how many annotations became plain lines, if any did. */
  finish(): void;
}

/** The runner records ten annotations of a level per step and drops the rest (actions/runner, `_maxCountPerIssueType`). */
const mostPerLevel = 10;
/** The runner cuts a message there (`_maxIssueMessageLength`). */
const longestMessage = 4_000;

/** A printer to `write`, which takes whole lines. */
export function openPrinter(write: (text: string) => void): Printer {
  const secrets: string[] = [];
  const counts: Record<AnnotationLevel, number> = { error: 0, warning: 0, notice: 0 };
  const clean = (text: string): string => redact(text, secrets);
  // Twice: some secrets hold what is made harmless, others appear only when control characters are gone.
  const safe = (text: string): string => clean(neutralize(clean(text)));
  const line = (text: string): void => write(`${safe(text)}\n`);

  return {
    line,
    clean,
    annotate({ level, message, title, file, line: row }) {
      counts[level] += 1;
      const text = cut(safe(message), longestMessage);
      if (counts[level] > mostPerLevel) {
        line(`${level}: ${title === undefined ? '' : `${title}: `}${text}`);
        return;
      }
      const properties = [
        ...(file === undefined ? [] : [`file=${escapeProperty(safe(file))}`]),
        ...(row === undefined ? [] : [`line=${row}`]),
        ...(title === undefined ? [] : [`title=${escapeProperty(safe(title))}`]),
      ];
      write(`::${level}${properties.length > 0 ? ` ${properties.join(',')}` : ''}::${escapeData(text)}\n`);
    },
    group(title, lines) {
      write(`::group::${escapeData(safe(title))}\n`);
      for (const text of lines) line(text);
      write('::endgroup::\n');
    },
    hide(secret) {
      // A mask of a few characters would blank the log; the runner would use it all the same.
      if (secret.length < 4 || secrets.includes(secret)) return;
      secrets.push(secret);
      write(`::add-mask::${escapeData(secret)}\n`);
    },
    finish() {
      const over = Object.entries(counts).filter(([, number]) => number > mostPerLevel);
      for (const [level, number] of over)
        line(`${number - mostPerLevel} more ${level}s stand above as plain lines: a step shows ${mostPerLevel} annotations of a level`);
    },
  };
}

function escapeData(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
