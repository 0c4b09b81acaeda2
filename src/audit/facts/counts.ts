/** The numbers of lines by kind, without those that are members of their own in a package: of the log, and GitHub's answers. */
export function countsOfFacts({
  answer: _answer,
  attached: _attached,
  log: _log,
  record: _record,
  witness: _witness,
  ...counts
}: Readonly<Record<string, number>>) {
  return counts;
}
