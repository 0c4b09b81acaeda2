import { column, flag, nullable, number, reader, text } from '../sql/row.ts';

/** A record among those of its name on a trail: what tells which of them count, and what these say. */
export const namedRecord = reader({
  trailId: text,
  id: text,
  name: text,
  type: text,
  compliant: column('is_compliant', flag),
  commit: column('commit_sha', nullable(text)),
  createdAt: number,
  /** Tests that were not skipped; of another type, or where its rows do not say, none is told. */
  testsRan: nullable(number),
  /** The run that made it and the subjects that it is about, as the rules wrote them; of a record of the first rules they are not told. */
  run: nullable(text),
});
export type NamedRecord = ReturnType<typeof namedRecord>;

/** The columns of a record that the rules work out of it. */
export interface ToldRun {
  readonly testsRan: number | null;
  readonly run: string | null;
}
