import { hideSecrets } from '../text/index.ts';
import { leakOf, secretWarning, type FailingCase, type Leak, type TestResults } from './test-results.ts';

/** Comes last: counts, rows and attempts of one test were found from the original text. */
export function hideInResults(results: TestResults, known: readonly string[]): TestResults {
  const found = new Map<string, Map<string, Leak>>();
  const hide = (text: string): string => hideSecrets(text, known).text;

  function without<Part extends object>(part: Part, fields: readonly (keyof Part & string)[], file: string, { kind, name }: Leak): Part {
    const copy = { ...part };
    let some = false;
    for (const field of fields) {
      const value = part[field];
      if (typeof value !== 'string') continue;
      const hidden = hideSecrets(value, known);
      if (!hidden.found) continue;
      some = true;
      Reflect.set(copy, field, hidden.text);
    }
    if (!some) return part;
    const leak = leakOf(kind, name, known);
    const leaks = found.get(file) ?? new Map<string, Leak>();
    found.set(file, leaks.set(`${leak.kind} ${leak.name}`, leak));
    return copy;
  }

  const suites = results.suites.map((suite) => without(suite, ['name', 'folder'], suite.file, { kind: 'suite', name: suite.name }));
  const rows = results.rows.map((row) => ({ ...row, name: hide(row.name) }));
  const failing = results.failing.map((test) =>
    without(
      { ...test, headline: headlineOf(test, known) },
      ['name', 'classname', 'headline', 'message', 'suite', 'file', 'folder', 'within'],
      test.source,
      {
        kind: 'case',
        name: test.name,
      },
    ),
  );
  const flaky = results.flaky.map((test) =>
    without(test, ['name', 'classname', 'suite', 'folder', 'within'], test.source, { kind: 'case', name: test.name }),
  );
  const secrets = new Map([...found].map(([file, leaks]) => [file, [...leaks.values()]]));
  return {
    ...results,
    rows,
    suites,
    failing,
    flaky,
    secrets,
    warnings: [
      ...results.warnings.map((warning) => ({ ...warning, message: hide(warning.message) })),
      ...[...secrets].map(([file, leaks]) => secretWarning(file, leaks, 'evidence')),
    ],
    problems: results.problems.map((problem) => ({ ...problem, message: hide(problem.message) })),
  };
}

/** The headline is a line of the message: where that holds a secret of several lines, the beginning of it goes as well. */
function headlineOf({ headline, message }: FailingCase, known: readonly string[]): string {
  if (!hideSecrets(message, known).found) return headline;
  const cut = hideSecrets(`${headline}…`, known);
  return cut.found ? cut.text.replace(/…$/, '') : headline;
}
