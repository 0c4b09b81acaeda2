import type { ResultsWarning } from '../results/index.ts';
import { given } from '../text/index.ts';

/** Reported once for each code with its first place and its number of occurrences. */
export interface Note {
  readonly code: NoteCode;
  /** In bytes of UTF-8; `undefined` where the whole file is meant. */
  readonly offset: number | undefined;
  readonly detail: string;
  count: number;
}

export class Notes {
  readonly #byCode = new Map<NoteCode, Note>();

  add(code: NoteCode, detail = '', offset?: number): void {
    const known = this.#byCode.get(code);
    if (known === undefined) this.#byCode.set(code, { code, detail, offset, count: 1 });
    else known.count += 1;
  }

  /** In the order in which they first came. */
  list(): readonly Note[] {
    return [...this.#byCode.values()];
  }
}

interface Wording {
  readonly rule: number;
  readonly says: (detail: string) => string;
  readonly fix?: string;
}

export const wordings = {
  'attributes-disagree': {
    rule: 5,
    says: (detail) => `the attributes of a suite tell more than its test cases (${detail}); the test cases were counted`,
  },
  'attributes-red': {
    rule: 7,
    says: (detail) => `the attributes of a suite tell failures that no test case shows (${detail}); the suite counts as failed`,
    fix: 'Make the framework write a <failure> or <error> into each failed test case, or look for what failed outside of them.',
  },
  'attributes-only': {
    rule: 6,
    says: (detail) => `a suite holds no test cases, only a summary (${detail}); its attributes were taken`,
  },
  'suite-level-failure': {
    rule: 8,
    says: (detail) => `a suite failed outside of its test cases (${detail}); it counts as one more test`,
  },
  'status-only': {
    rule: 9,
    says: (detail) => `a test case says that it failed only in its status (${detail}); it counts as failed`,
  },
  'bad-count': { rule: 40, says: (detail) => `a count in the attributes of a suite is no number (${detail}); it was ignored` },
  'no-tests-in-file': {
    rule: 27,
    says: () => 'the file holds no tests',
    fix: 'Leave the file out if none are expected.',
  },
  'unnamed-suite': { rule: 17, says: () => 'a suite has no name; its file name stands for it' },
  'name-cut': { rule: 39, says: () => 'a name is longer than is kept; it was cut' },
  'bad-time': { rule: 19, says: (detail) => `a time cannot be read (${detail}); it counts as none` },
  'bad-timestamp': { rule: 24, says: (detail) => `a timestamp cannot be read (${detail}); it was left out` },
  'invalid-bytes': {
    rule: 31,
    says: () => 'the file holds bytes that are not in its encoding; they were replaced',
    fix: 'Write the file in UTF-8, or name its encoding in its first line.',
  },
  'wrong-encoding': { rule: 31, says: (detail) => detail },
  'xml-version': { rule: 32, says: () => 'the file is not in XML 1.0; it was read as if it were' },
  'late-declaration': { rule: 32, says: () => 'the XML declaration is not at the start; it was passed over' },
  'text-outside-root': { rule: 32, says: () => 'there is text outside of the document; it was passed over' },
  'several-documents': { rule: 32, says: () => 'the file holds several documents; all were read' },
  doctype: { rule: 35, says: () => 'the file has a DOCTYPE; nothing it declares was expanded or fetched' },
  'retries-merged': { rule: 14, says: (detail) => `failed attempts were replaced by later ones (${detail})` },
} as const satisfies Readonly<Record<string, Wording>>;

export type NoteCode = keyof typeof wordings;

export function warningOf(note: Note, file: string, at: { line: number; column: number } | undefined): ResultsWarning {
  const { rule, says, fix }: Wording = wordings[note.code];
  const more = note.count > 1 ? ` (${note.count} times in this file)` : '';
  return {
    code: note.code,
    message: `${file}: ${says(note.detail)}${more}`,
    file,
    rule,
    ...given({ line: at?.line, column: at?.column, fix }),
  };
}
