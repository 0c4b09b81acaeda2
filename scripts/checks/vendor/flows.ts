import type { Steps } from './step.ts';

export const flows: Steps = async (step) => {
  await step(['list', 'flows'], 0, /No flows were found/);
  await step(['create', 'flow', 'f', '--template-file', 'template.yml', '--description', 'a flow'], 0, /flow 'f' was created/);
  await step(['create', 'flow', 'f', '--template-file', 'template.yml', '--description', 'a flow'], 0, /flow 'f' was updated/);
  await step(['create', 'flow', 'f', '--template-file', 'bad.yml'], 1, /trail\.attestations\[0\]\.type \(line 2\)/);
  await step(['create', 'flow', 'a name', '--use-empty-template'], 1, /a name/);
  await step(['create', 'flow', 'empty', '--use-empty-template'], 0, /was created/);
  await step(['get', 'flow', 'f'], 0, /a flow[^]*name: unit/);
  await step(['get', 'flow', 'f', '--output', 'json'], 0, /"visibility": "private"/);
  await step(['get', 'flow', 'nothing'], 1, /no flow 'nothing'/);
  await step(['list', 'flows'], 0, /empty[^]*f +a flow/);
  await step(['list', 'flows', '--page-limit', '1', '--page', '2'], 0, /f +a flow[^]*page 2 of 2, total 2 items/);
  await step(['list', 'flows', '--name', 'EMP', '--ignore-case'], 0, /empty/);
  await step(['list', 'flows', '--name', 'EMP'], 0, /No flows were found/);

  await step(['create', 'flow', 'old', '--use-empty-template'], 0, /was created/);
  await step(['rename', 'flow', 'old', 'new'], 0, /renamed/);
  await step(['get', 'flow', 'new'], 0, /new/);
  await step(['get', 'flow', 'old'], 0, /new/);
  await step(['rename', 'flow', 'new', 'a name'], 1, /new_name/);
  await step(['rename', 'flow', 'nothing', 'other'], 1, /no flow 'nothing'/);
  await step(['rename', 'flow', 'new', 'f'], 1, /has a flow 'f' already/);

  await step(['tag', 'flow', 'new', '--set', 'team=payments', '--set', 'tier=1'], 0, /[Tt]ag/);
  await step(['tag', 'flow', 'new', '--unset', 'tier'], 0, /[Tt]ag/);
  await step(['get', 'flow', 'new', '--output', 'json'], 0, /"tags": \{\s*"team": "payments"\s*\}/);
  await step(['tag', 'flow', 'nothing', '--set', 'team=payments'], 1, /no flow 'nothing'/);

  await step(['archive', 'flow', 'new'], 0, /archived/);
  await step(['list', 'flows', '--output', 'json'], 0, /^(?!.*"new")/s);
  await step(['get', 'flow', 'new'], 0, /new/);
  await step(['archive', 'flow', 'nothing'], 1, /no flow 'nothing'/);
};
