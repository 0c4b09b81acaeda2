import type { Steps } from './step.ts';

export const trails: Steps = async (step, { commit }) => {
  await step(['list', 'trails', '--flow', 'f'], 0, /No trails were found/);
  await step(['begin', 'trail', 't', '--flow', 'f', '--commit', 'HEAD', '--description', 'hello'], 0, /trail 't' was begun/);
  await step(['begin', 'trail', 't', '--flow', 'f', '--commit', 'HEAD'], 0, /trail 't' was updated/);
  await step(['begin', 'trail', 'own', '--flow', 'f', '--template-file', 'artifact.yml'], 0, /trail 'own' was begun/);
  await step(['begin', 'trail', 'bad', '--flow', 'f', '--template-file', 'bad.yml'], 1, /trail\.attestations\[0\]\.type/);
  await step(['begin', 'trail', 't', '--flow', 'nothing'], 1, /no flow 'nothing'/);
  await step(['begin', 'trail', 'a name', '--flow', 'f'], 1, /name/);
  await step(['get', 'trail', 't', '--flow', 'f'], 0, /hello[^]*INCOMPLETE/);
  await step(['get', 'trail', 't', '--flow', 'f', '--output', 'json'], 0, new RegExp(`"sha1": "${commit}"`));
  await step(['get', 'trail', 't', '--flow', 'f', '--output', 'markdown'], 0, /\| bar \| .* missing \|[^]*\*\*cli\*\*/);
  await step(['get', 'trail', 'nothing', '--flow', 'f'], 1, /no trail 'nothing'/);
  await step(['list', 'trails', '--flow', 'f'], 0, /own[^]*t +hello +INCOMPLETE[^]*page 1 of 1, total 2 items/);
  await step(['list', 'trails', '--flow', 'f', '--page-limit', '1', '--page', '2'], 0, /t +hello[^]*page 2 of 2, total 2 items/);
  await step(['list', 'trails'], 0, /total 2 items/);
  await step(['list', 'trails', '--flow', 'nothing'], 1, /no flow 'nothing'/);
  await step(['tag', 'flow', 'f', '--set', 'team=shop'], 0, /[Tt]ag/);
  await step(['list', 'trails', '--flow-tag', 'team=shop'], 0, /own[^]*total 2 items/);
  await step(['list', 'trails', '--flow-tag', 'team=nobody'], 0, /No trails were found/);
};
