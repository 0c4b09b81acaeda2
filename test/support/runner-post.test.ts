import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startFake } from './runner/fake-action.ts';

test('plays the end of the job with the state, the inputs and the environment that the step left', async () => {
  const { end, main, temp } = await startFake({
    declare: '{ color: { default: red } }',
    main: `append('STATE', 'pid=12\\n'); append('ENV', 'MARK=set\\n'); append('OUTPUT', 'from=main\\n'); say('::add-mask::s3cret');
      fs.writeFileSync(env.RUNNER_TEMP + '/left', '')`,
    post: `say([env.STATE_pid, env.MARK, env.INPUT_COLOR, env.GITHUB_OUTPUT, fs.existsSync(env.RUNNER_TEMP + '/left')].join()); say('s3cret');
      append('OUTPUT', 'from=post\\n')`,
  });
  expect([main.state, main.outputs, existsSync(temp)]).toEqual([{ pid: '12' }, { from: 'main' }, true]);
  const post = await end();
  expect(post?.rawStdout).toMatch(/^12,set,red,\S+,true\ns3cret\n$/);
  expect(post?.rawStdout).not.toContain(main.rawStdout);
  expect(post?.log).toMatch(/^Post job cleanup\.\n12,set,red,\S+\n\*\*\*\n$/);
  expect(existsSync(temp)).toBe(false);
});

test('plays it also where the step failed, or was cancelled', async () => {
  const failed = await startFake({ main: 'process.exit(3)', post: `say('ended')` });
  expect([failed.main.exitCode, (await failed.end())?.rawStdout]).toEqual([3, 'ended\n']);
  const cancelled = await startFake({ main: `say('on'); setTimeout(() => {}, 60000)`, post: `say('on')`, signalAfter: { line: 'on' } });
  expect([cancelled.main.conclusion, (await cancelled.end())?.conclusion]).toEqual(['cancelled', 'success']);
});

test('shows a step no state of its own', async () => {
  const { end, main } = await startFake({ main: `append('STATE', 'a=1\\n'); say(String(env.STATE_a))`, post: '' });
  await end();
  expect(main.rawStdout).toBe('undefined\n');
});
