import type { Steps } from './step.ts';

export const environments: Steps = async (step, { commit, fingerprint }) => {
  await step(['list', 'environments'], 0, /No environments were found/);
  await step(['create', 'environment', 'prod', '--type', 'server', '--description', 'for all'], 0, /environment prod was created/);
  await step(['create', 'environment', 'prod', '--type', 'server', '--description', 'for all'], 0, /environment prod was created/);
  await step(['create', 'environment', 'all', '--type', 'logical', '--included-environments', 'prod'], 0, /environment all was created/);
  await step(['create', 'environment', 'bad', '--type', 'k8s'], 1, /k8s/);
  await step(['create', 'environment', 'a name', '--type', 'server'], 1, /a name/);
  await step(['get', 'environment', 'prod'], 0, /Name: +prod[^]*Type: +server[^]*Description: +for all[^]*State: +N\/A/);
  await step(['get', 'environment', 'nothing'], 1, /no environment 'nothing'/);
  await step(['list', 'environments', '--name', 'pr', '--type', 'server'], 0, /prod +server/);
  await step(['list', 'environments', '--page', '1', '--page-limit', '1'], 0, /all +logical[^]*page 1 of 2, total 2 items/);

  await step(['log', 'environment', 'prod'], 0, /No environment events were found/);
  await step(['list', 'snapshots', 'prod'], 0, /No environment snapshots were found/);
  await step(['get', 'snapshot', 'prod'], 1, /no snapshot '-1': it has 0/);
  await step(['snapshot', 'path', 'prod', '--name', 'app', '--path', 'app.bin'], 0, /\[1\] artifacts were reported to environment prod/);
  await step(['snapshot', 'paths', 'prod', '--paths-file', 'paths.yml'], 0, /\[2\] artifacts were reported to environment prod/);
  await step(['snapshot', 'server', 'prod', '--paths', 'red'], 0, /\[1\] artifacts were reported to environment prod/);
  await step(['snapshot', 'path', 'nothing', '--name', 'app', '--path', 'app.bin'], 1, /no environment 'nothing'/);

  await step(['get', 'snapshot', 'prod#1'], 0, new RegExp(`${commit.slice(0, 7)} +Name: app +shop[^]*${fingerprint}`));
  await step(['get', 'snapshot', 'prod~1'], 0, /Name: app[^]*Name: green/);
  await step(['get', 'snapshot', 'prod@{now}', '--output', 'json'], 0, /"index": 3/);
  await step(['get', 'snapshot', 'prod#23'], 1, /no snapshot '#23': it has 3/);
  await step(['get', 'snapshot', 'all'], 0, /Name: .*red/);
  await step(['list', 'snapshots', 'prod'], 0, /\n3 .*now[^]*\n2 [^]*\n1 /);
  await step(['list', 'snapshots', 'prod', '--interval', '1..2', '--reverse'], 0, /\n1 [^]*\n2 /);
  await step(['diff', 'snapshots', 'prod#1', 'prod#2'], 0, /Only present in prod#2[^]*Name: +green/);
  await step(['diff', 'snapshots', 'prod#1', 'prod#1', '--show-unchanged'], 0, new RegExp(`Not changed[^]*${fingerprint}[^]*Flow: +shop`));
  await step(['diff', 'snapshots', 'prod', 'nothing'], 1, /no environment 'nothing'/);
  await step(['log', 'environment', 'prod'], 0, /#3 [^]*stopped running[^]*#2 [^]*started running[^]*#1 +Artifact: app +shop/);
  await step(['log', 'environment', 'prod', '--start', '1', '--end', '1'], 0, /^(?!.*#2)[^]*#1 /);
  await step(['log', 'environment', 'prod', '--start-ts', '1700000000.5', '--end-ts', '1700086400'], 0, /No environment events were found/);
  await step(['log', 'environment', 'nothing'], 1, /no environment 'nothing'/);
  await step(['get', 'trail', 't', '--flow', 'shop'], 0, /prod/);
  await step(['get', 'artifact', `shop@${fingerprint}`], 0, /Exited from environments:\s+prod#3[^]*app started running in prod/);
  await step(['search', fingerprint], 0, /Exited from: +\[ prod \]/);

  await step(['create', 'policy', 'strict', 'policy.yml'], 0, /strict/);
  await step(['attach-policy', 'strict', '--environment', 'prod'], 0, /strict/);
  await step(['assert', 'snapshot', 'prod'], 1, /NON-COMPLIANT|not compliant/i);
  await step(['get', 'environment', 'prod'], 0, /State: +NON-COMPLIANT[^]*Policies: +\[strict\]/);
  const allow = ['allow', 'artifact', 'red', '--artifact-type', 'dir', '--environment'];
  await step([...allow, 'prod', '--reason', 'checked by hand'], 0, /was allow listed in environment: prod/);
  await step([...allow, 'nothing', '--reason', 'checked by hand'], 1, /no environment 'nothing'/);
  await step(['assert', 'snapshot', 'prod'], 0, /COMPLIANT/);
  await step(['detach-policy', 'strict', '--environment', 'prod'], 0, /strict/);
  await step(['tag', 'env', 'prod', '--set', 'team=payments'], 0, /[Tt]ag/);
  await step(['list', 'environments', '--tag', 'team:payments'], 0, /prod +server[^]*\[team=payments\]/);

  await step(['rename', 'environment', 'prod', 'live'], 0, /environment prod was renamed to live/);
  await step(['rename', 'environment', 'live', 'a name'], 1, /new_name/);
  await step(['rename', 'environment', 'nothing', 'other'], 1, /no environment 'nothing'/);
  await step(['create', 'environment', 'test', '--type', 'server'], 0, /was created/);
  await step(['join', 'environment', '--physical', 'test', '--logical', 'all'], 0, /'test' was joined to 'all'/);
  await step(['archive', 'environment', 'test'], 0, /environment test was archived/);
  await step(['list', 'environments'], 0, /^(?![^]*test)[^]*live/);
};
