import { endGroup, error, exportVariable, info, notice, saveState, setOutput, setSecret, startGroup, warning } from '@actions/core';
import { cut, neutralize, redact } from '../text/index.ts';

/** The most severe first. */
const annotating = { error, warning, notice };

interface Annotation {
  readonly level: keyof typeof annotating;
  readonly message: string;
  readonly title?: string;
  /** Relative to the repository's root. */
  readonly file?: string;
  readonly line?: number;
  /** Another annotation sums it up: it gives way to those that stand for themselves. */
  readonly isDetail?: boolean;
}

/** Where a step hands a value on: to later steps as output or environment, to its own last step as state. */
const handing = { output: setOutput, environment: exportVariable, state: saveState };

/** The only writer to a runner: everything in its log may hold foreign text. */
export interface Printer {
  line(text: string): void;
  /** Kept until `finish`, which chooses those that are shown. */
  annotate(annotation: Annotation): void;
  group(title: string, lines: readonly string[]): void;
  /** From now on masked by us and by the runner. */
  hide(secret: string): void;
  /** From now on written without its scheme, so that it never becomes a link: an address that no reader could open. */
  unlink(origin: string): void;
  readonly clean: (text: string) => string;
  /** Exactly as it is: a secret is a value too. Throws where the runner's file is not there. */
  handOn(to: keyof typeof handing, name: string, value: string): void;
  /** Writes the others as plain lines, then the most severe annotations. `where` says where to look for what they are about. */
  finish(where?: string): void;
}

/** The runner records ten of a level and drops the rest (actions/runner, `_maxCountPerIssueType`); more than ten in all are not read. */
const mostAnnotations = 10;
/** The runner cuts a message there (`_maxIssueMessageLength`). */
const longestMessage = 4_000;

/** Writes to the standard output of this process. */
export function openPrinter(): Printer {
  const secrets: string[] = [];
  const unlinked: string[] = [];
  const pending: Annotation[] = [];
  const clean = (text: string): string => redact(text, secrets);
  // Twice: some secrets hold what is made harmless, others appear only when control characters are gone.
  const safe = (text: string): string => clean(withoutLinks(neutralize(clean(text)), unlinked));
  const line = (text: string): void => info(safe(text));
  const group = (title: string, lines: readonly string[]): void => {
    startGroup(safe(title));
    for (const text of lines) line(text);
    endGroup();
  };
  const write = ({ file, level, line: startLine, message, title }: Annotation): void =>
    annotating[level](cut(safe(message), longestMessage), {
      ...(title === undefined ? {} : { title: safe(title) }),
      ...(file === undefined ? {} : { file: safe(file) }),
      ...(startLine === undefined ? {} : { startLine }),
    });

  return {
    line,
    clean,
    annotate(annotation) {
      pending.push(annotation);
    },
    group,
    hide(secret) {
      // A mask of a few characters would blank the log; the runner would use it all the same.
      if (secret.length < 4 || secrets.includes(secret)) return;
      secrets.push(secret);
      setSecret(secret);
    },
    unlink(origin) {
      unlinked.push(origin);
    },
    handOn(to, name, value) {
      handing[to](name, value);
    },
    finish(where) {
      const ranked = pending.splice(0).toSorted((a, b) => rankOf(a) - rankOf(b));
      const rest = ranked.slice(mostAnnotations);
      if (rest.length > 0) {
        const lines = rest.map(
          ({ level, message, title }) => `${level}: ${title === undefined ? '' : `${title}: `}${cut(safe(message), longestMessage)}`,
        );
        group('More than the annotations of this step', lines);
      }
      for (const annotation of ranked.slice(0, mostAnnotations)) write(annotation);
      if (rest.length > 0)
        line(
          `${rest.length} more ${rest.length === 1 ? 'is' : 'are'} in the fold above${where === undefined ? '' : `; what failed is in ${where}`}`,
        );
    },
  };
}

/** The most severe first, each in the order in which it came. */
function rankOf({ isDetail = false, level }: Annotation): number {
  return Object.keys(annotating).indexOf(level) + (isDetail ? 0.5 : 0);
}

function withoutLinks(text: string, origins: readonly string[]): string {
  return origins.reduce((rest, origin) => rest.replaceAll(origin, origin.slice(origin.indexOf('//') + 2)), text);
}
