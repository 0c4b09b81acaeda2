import { randomBytes } from 'node:crypto';

/** A server keeps this many prepared statements for a connection. Our texts are fewer; any others are prepared each time. */
const mostNames = 1000;

/** Definitions run once, so a name for them would only be kept in vain. */
const isDefinition = /^(?:create|alter|drop) /i;

export interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** A statement that the server of one connection knows by a name. */
export interface Prepared {
  readonly name: string;
  /** The columns of its answer; `undefined` until they were told. */
  fields: readonly Field[] | undefined;
}

/** The prepared statements of one connection, by their text. */
export interface StatementNames {
  readonly find: (text: string) => Prepared | undefined;
  /** A new statement, under a name that was never used; without a name if it is not worth one. */
  readonly make: (text: string) => Prepared;
  /** The server has it now. */
  readonly keep: (text: string, prepared: Prepared) => void;
}

/**
 * No other connection gives the same names, also not one of another process: if a pooler mixes up their sessions, a name is unknown
 * there, and is never a statement of somebody else.
 */
export function statementNames(): StatementNames {
  const known = new Map<string, Prepared>();
  const mine = randomBytes(6).toString('hex');
  let made = 0;
  return {
    find: (text) => known.get(text),
    make: (text) => {
      const isNamed = known.size < mostNames && !isDefinition.test(text);
      return { name: isNamed ? `s${mine}_${(made += 1)}` : '', fields: undefined };
    },
    keep: (text, prepared) => {
      if (prepared.name !== '') known.set(text, prepared);
    },
  };
}
