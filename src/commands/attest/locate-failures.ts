import { realpath } from 'node:fs/promises';
import { trackedFiles } from '../../git/index.ts';
import type { FailingCase, JunitEvidence } from '../../junit/index.ts';

/** Puts failing tests where they are in the checkout, so that they are shown next to the code. Green runs pay nothing. */
export async function placeFailures(junit: JunitEvidence, workspace: string): Promise<JunitEvidence> {
  if (junit.failing.length === 0) return junit;
  const [checkout, { lineFinder }] = await Promise.all([trackedFiles(workspace), import('../../locations/index.ts')]);
  const find =
    checkout === undefined ? relativeLine : lineFinder({ ...checkout, workspace: await realpath(workspace).catch(() => workspace) });
  const failing = junit.failing.map((test): FailingCase => {
    const { file: _file, line: _line, ...rest } = test;
    return { ...rest, ...find(test) };
  });
  return { ...junit, failing };
}

/** Without a checkout to look into, a relative path is believed: the tests ran in another job. */
function relativeLine({ file, line }: FailingCase): Pick<FailingCase, 'file' | 'line'> {
  if (file === undefined || /^[\\/]|^[A-Za-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(file)) return {};
  return { file, ...(line === undefined ? {} : { line }) };
}
