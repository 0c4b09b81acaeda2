import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

const source = (path: string) => JSON.stringify(new URL(`../../../src/service/${path}`, import.meta.url).href);

/** A sender in a process of its own, on the database of somebody else. It says when it has begun. */
export async function senderProcess(file: string, hosts: readonly string[], pace: object): Promise<ChildProcess> {
  const program = `
    import { startSender } from ${source('notify/sender.ts')};
    import { linksFrom } from ${source('evidence/links.ts')};
    import { openSqlite } from ${source('sqlite/engine.ts')};
    import { createStore } from ${source('store/store.ts')};
    const store = createStore(openSqlite(${JSON.stringify(file)}));
    const evidence = { store, links: linksFrom(() => ''), webhookHosts: new Set(${JSON.stringify(hosts)}) };
    startSender(evidence, console.error, ${JSON.stringify(pace)});
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}
