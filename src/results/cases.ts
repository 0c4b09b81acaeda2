/** Distinguishes results from those of the same name in other files. */
export interface Apart {
  /** A part of the path of the file, where other files have suites of the same names: foreign text. */
  readonly folder?: string;
}

/** Distinguishes test cases from those of the same name in one suite. */
interface CaseApart extends Apart {
  /** Their class, where the classes differ: foreign text. */
  readonly within?: string;
}

/** A test case that failed, as its file describes it: foreign text, cut but not escaped. */
export interface FailingCase extends CaseApart {
  readonly suite: string;
  readonly name: string;
  readonly classname?: string;
  readonly file?: string;
  readonly line?: number;
  /** One line about the fault; empty where the file says nothing. */
  readonly headline: string;
  /** Message, then body; at most 4,000 characters. */
  readonly message: string;
  /** Page of the line at the tested commit, where it is known. */
  readonly url?: string;
  readonly kind: 'failure' | 'error';
  /** Name of the file. */
  readonly source: string;
}

/** A test case that passed after a failed attempt: foreign text, cut but not escaped. */
export interface FlakyCase extends CaseApart {
  readonly suite: string;
  readonly name: string;
  readonly classname?: string;
  /** Name of the file. */
  readonly source: string;
}

/** Where a secret was found: a test case or a suite, by its name, which is cut and has the secret removed (`holderOf`). */
export interface SecretHolder {
  readonly kind: 'case' | 'suite';
  readonly name: string;
}
