import type { Step } from './step.ts';

export async function types(step: Step): Promise<void> {
  const trail = ['--flow', 'kinds', '--trail', 't'];
  const evidence = ['attest', 'custom', ...trail, '--name', 'who', '--type', 'person', '--attestation-data'];
  const create = ['create', 'attestation-type', 'person', '--description', 'of age', '--schema', 'schema.json', '--jq'];
  await step([...create, '.age >'], 1, /evaluator\.rules\[0\].*unexpected end of file at line 1/);
  await step([...create, '.age >= 18'], 0, /person was created/);
  await step([...create, '.age >= 21', '--summary', 'Age=.age'], 0, /person was created/);
  await step(['list', 'attestation-types'], 0, /person +of age +2/);
  await step(['get', 'attestation-type', 'person'], 0, /Archived: +false[^]*Version: +2[^]*\.age >= 21[^]*Age: +\.age[^]*Version: +1/);
  await step(['get', 'attestation-type', 'person@v1'], 0, /Version: +1[^]*\.age >= 18/);
  await step(['get', 'attestation-type', 'nobody'], 1, /no custom attestation type 'nobody'/);
  await step([...evidence, 'adult.json'], 0, /is reported to trail/);
  await step([...evidence, 'text.json'], 1, /attestation_data\.age:must be number/);
  await step(['get', 'attestation', 'who', ...trail], 0, /Type: +custom:person[^]*Compliance: +true/);
  await step(['archive', 'attestation-type', 'person'], 0, /person was archived/);
  await step(['list', 'attestation-types'], 0, /No attestation types were found/);
  await step(['get', 'attestation-type', 'person'], 0, /Archived: +true/);
  await step([...evidence, 'adult.json'], 1, /is archived/);
}
