import { endings, type StopEnding } from '../errors/index.ts';
import { objectionWords, reportedParts, wordsOfRecord, type ReportedFacts } from '../presentation/index.ts';
import { cut, markdown, neutralize, redact } from '../text/index.ts';

/** The summary of a run that came to no verdict. */
export function renderEnding(message: string, fix: string, ending: StopEnding, title = 'Stopped before a verdict'): string {
  return `## ${endings[ending].icon} ${title}\n\n**${markdown(message, 2_000)}**\n\n${fix
    .split('\n')
    .map((line) => markdown(line, 1_000))
    .join('  \n')}\n`;
}

export function renderPending(why: string): string {
  return `## ${endings.pending.icon} ${endings.pending.word}\n\n${markdown(why, 2_000)}. Nothing is judged yet, and this is not a yes.\n`;
}

export function renderReported(facts: ReportedFacts & { readonly fingerprint?: string }): string {
  const fingerprint = facts.fingerprint === undefined ? '' : `\n\nSHA-256 \`${markdown(facts.fingerprint)}\``;
  const { dryRun, name, objection } = facts;
  const { what, where } = reportedParts(facts);
  const says = objection === undefined ? '' : `\n\n> ⚠️ ${markdown(objectionWords(name, objection, dryRun))}`;
  const line = `${where.slice(0, 1).toUpperCase()}${where.slice(1)}`;
  return `## ${wordsOfRecord(facts).icon} ${markdown(what, 2_000)}\n\n${markdown(line, 2_000)}${fingerprint}${says}\n`;
}

type AnnotationLevel = 'error' | 'warning' | 'notice';

export interface Annotation {
  readonly level: AnnotationLevel;
  readonly message: string;
  readonly title?: string;
  /** Relative to the repository's root. */
  readonly file?: string;
  readonly line?: number;
  /** Another annotation sums it up: it gives way to those that stand for themselves. */
  readonly isDetail?: boolean;
}

/** The only writer to a runner's log: everything may hold foreign text. */
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
  /** Writes the others as plain lines, then the most severe annotations. `where` says where to look for what they are about. */
  finish(where?: string): void;
}

/** The runner records ten of a level and drops the rest (actions/runner, `_maxCountPerIssueType`); more than ten in all are not read. */
const mostAnnotations = 10;
/** The runner cuts a message there (`_maxIssueMessageLength`). */
const longestMessage = 4_000;

/** `write` takes whole lines. */
export function openPrinter(write: (text: string) => void): Printer {
  const secrets: string[] = [];
  const unlinked: string[] = [];
  const pending: Annotation[] = [];
  const clean = (text: string): string => redact(text, secrets);
  // Twice: some secrets hold what is made harmless, others appear only when control characters are gone.
  const safe = (text: string): string => clean(withoutLinks(neutralize(clean(text)), unlinked));
  const line = (text: string): void => write(`${safe(text)}\n`);
  const group = (title: string, lines: readonly string[]): void => {
    write(`::group::${escapeData(safe(title))}\n`);
    for (const text of lines) line(text);
    write('::endgroup::\n');
  };
  const command = ({ file, level, line: row, message, title }: Annotation): void => {
    const properties = [
      ...(file === undefined ? [] : [`file=${escapeProperty(safe(file))}`]),
      ...(row === undefined ? [] : [`line=${row}`]),
      ...(title === undefined ? [] : [`title=${escapeProperty(safe(title))}`]),
    ];
    const text = escapeData(cut(safe(message), longestMessage));
    write(`::${level}${properties.length > 0 ? ` ${properties.join(',')}` : ''}::${text}\n`);
  };

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
      write(`::add-mask::${escapeData(secret)}\n`);
    },
    unlink(origin) {
      unlinked.push(origin);
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
      for (const annotation of ranked.slice(0, mostAnnotations)) command(annotation);
      if (rest.length > 0)
        line(
          `${rest.length} more ${rest.length === 1 ? 'is' : 'are'} in the fold above${where === undefined ? '' : `; what failed is in ${where}`}`,
        );
    },
  };
}

/** The most severe first, each in the order in which it came. */
function rankOf({ isDetail = false, level }: Annotation): number {
  return levels.indexOf(level) + (isDetail ? 0.5 : 0);
}

const levels: readonly AnnotationLevel[] = ['error', 'warning', 'notice'];

function withoutLinks(text: string, origins: readonly string[]): string {
  return origins.reduce((rest, origin) => rest.replaceAll(origin, origin.slice(origin.indexOf('//') + 2)), text);
}

function escapeData(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
