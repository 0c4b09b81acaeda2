import { exitCodeOf, type RunResult } from '../commands/index.ts';
import type { VerdictName } from '../errors/index.ts';
import type { Terminal, Style } from './terminal.ts';
import { table } from './table.ts';

const words: Readonly<Record<VerdictName, { readonly style: Style; readonly word: string }>> = {
  compliant: { style: 'green', word: '✔ Compliant' },
  waived: { style: 'blue', word: '✔ Compliant with waivers' },
  'not-applicable': { style: 'gray', word: '· Not applicable' },
  'non-compliant': { style: 'red', word: '✘ Not compliant' },
  incomplete: { style: 'yellow', word: '… Incomplete' },
  unknown: { style: 'yellow', word: '? Unknown' },
  unusable: { style: 'red', word: '✘ Unusable evidence' },
};

/** Shows a result to people: the verdict, the rows of the trail, and every reason with its mend. */
export function showResult(result: RunResult, terminal: Terminal): void {
  const { question, verdict } = result;
  const [first] = verdict.reasons;
  if (first?.code === 'only-recorded') {
    terminal.out(`${terminal.style('green', '✔')} ${first.message}`);
    if (result.dryRun && result.evidence?.data !== undefined) terminal.json(result.evidence.data);
    return;
  }
  const { style, word } = words[verdict.name];
  terminal.out(`${terminal.style(['bold', style], word)}  trail ${question.trail} of flow ${question.flow}`);
  if (result.trailUrl !== undefined) terminal.out(terminal.style('dim', result.trailUrl));
  if (verdict.rows.length > 0) {
    terminal.out('');
    terminal.out(
      table(
        ['ATTESTATION', 'STATE', 'TYPE', 'DEMANDED'],
        verdict.rows.map((row) => [row.attestation, row.state, row.type ?? '', row.demanded ? 'yes' : 'no']),
      ),
    );
  }
  for (const reason of verdict.reasons) {
    terminal.out('');
    terminal.out(`${terminal.style('bold', reason.verdict)}: ${reason.message}`);
    terminal.out(reason.fix.replace(/^/gm, '  '));
  }
  for (const notice of verdict.notices) terminal.err(`${terminal.style('cyan', 'note')}: ${notice}`);
  if (result.letThrough !== undefined)
    terminal.err(`${terminal.style('yellow', 'warning')}: the verdict is ${result.letThrough}, and fail-on lets it through`);
}

/** The same for machines: one object. */
export function resultJson(result: RunResult): Readonly<Record<string, unknown>> {
  const { evidence, fails, question, trailUrl, verdict } = result;
  return {
    command: result.command,
    verdict: verdict.name,
    compliant: verdict.name === 'compliant',
    exit_code: exitCodeOf(result),
    fails,
    ...question,
    trail_url: trailUrl ?? null,
    reasons: verdict.reasons,
    notices: verdict.notices,
    attestations: verdict.rows,
    dry_run: result.dryRun,
    evidence:
      evidence === undefined
        ? null
        : {
            attestation_name: evidence.name,
            attestation_id: evidence.sending.kind === 'accepted' ? (evidence.sending.id ?? null) : null,
            recorded: evidence.sending.kind === 'accepted',
            totals: evidence.junit.totals,
            data_json: evidence.data ?? null,
          },
  };
}
