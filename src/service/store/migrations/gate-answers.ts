/**
 * The answers of a gate without demands of its own, so that a list does not work them out again: of a trail (`about_id` is its id, and
 * `fingerprint` is ''), or of an artifact in a flow (`about_id` is the id of the flow). `basis` names all that the answer was made
 * from: an answer with another basis than that of now is not shown. No record is about this table, and `verify` does not read it:
 * it can be lost at any time, and is then made anew.
 */
export const gateAnswers: readonly string[] = [
  `create table gate_answers (
    org_id text not null,
    about_id text not null,
    fingerprint text not null,
    basis text not null,
    answer text not null,
    primary key (org_id, about_id, fingerprint)
  )`,
];
