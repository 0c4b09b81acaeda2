import { afterAll, beforeAll, type TestContext } from 'vitest';
import { openPlay, type Play } from './play.ts';
import { openStage, type Stage } from './stage.ts';
import { openWorkspaces, type Workspaces } from './workspace.ts';

/**
 * One service and one repository for the tests of a file. The function that it returns opens a play on a flow of its own. The
 * play is closed with the test. `message` is that of the commit.
 */
export function usePlays(message?: string): (context: Pick<TestContext, 'onTestFinished'>) => Play {
  let stage: Stage;
  let workspaces: Workspaces;
  let opened = 0;
  beforeAll(async () => {
    [stage, workspaces] = await Promise.all([openStage(), openWorkspaces(message)]);
  });
  afterAll(async () => {
    await stage.close();
    await workspaces.close();
  });
  return ({ onTestFinished }) => {
    opened += 1;
    const play = openPlay(stage, workspaces, `flow-${opened}`);
    onTestFinished(() => play.close());
    return play;
  };
}
