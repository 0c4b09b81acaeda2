import { realpath } from 'node:fs/promises';
import { contentsAt, subjectOf, trackedFiles, type GitFacts } from '../../git/index.ts';
import type { FailingCase, TestResults } from '../../results/index.ts';
import { count, given } from '../../text/index.ts';
import type { RunContext } from '../run/context.ts';

/** Finds failing tests in the checkout, so that they are shown next to the code and linked to it. Green runs pay nothing. */
export async function locateFailures(
  results: TestResults,
  { directory, event, report, workspace }: Pick<RunContext, 'directory' | 'event' | 'report' | 'workspace'>,
  git: GitFacts | undefined,
): Promise<TestResults> {
  if (results.failing.length === 0) return results;
  const [checkout, { lineFinder, lineLinks, namesPlace, shownCommit }] = await Promise.all([
    trackedFiles(directory),
    import('../../locations/index.ts'),
  ]);
  const find =
    checkout === undefined ? relativeLine : lineFinder({ ...checkout, workspace: await realpath(workspace).catch(() => workspace) });
  const failing = results.failing.map((test): FailingCase => {
    const { file: _file, line: _line, ...rest } = test;
    return { ...rest, ...find(test) };
  });
  const lost = results.failing.filter((_test, index) => failing[index]?.file === undefined);
  const unnamed = lost.filter((test) => !namesPlace(test)).length;
  const unknown = lost.length - unnamed;
  const causes = [
    ...(unnamed === 0 ? [] : [`no file is named: ${unnamed}`]),
    ...(unknown === 0 ? [] : [`git tracks no file of that path here, or several that it may mean: ${unknown}`]),
  ];
  if (lost.length > 0)
    report({ kind: 'info', message: `${count(lost.length, 'failing test')} shown without a place in the code (${causes.join('; ')})` });
  const sha = git === undefined ? undefined : shownCommit(git, [event.sha, subjectOf(event).sha]);
  if (checkout === undefined || sha === undefined || event.repository === undefined) return { ...results, failing };
  const { root } = checkout;
  const contents = await contentsAt(
    root,
    sha,
    failing.flatMap(({ file }) => file ?? []),
  );
  const linkOf = await lineLinks(root, { repositoryUrl: `${event.serverUrl}/${event.repository}`, sha, contents });
  return { ...results, failing: failing.map((test) => ({ ...test, ...linkOf(test) })) };
}

/** Without a checkout to look into, a relative path is believed: the tests ran in another job. */
function relativeLine({ file, line }: FailingCase): Pick<FailingCase, 'file' | 'line'> {
  if (file === undefined || /^[\\/]|^[A-Za-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(file)) return {};
  return { file, ...given({ line }) };
}
