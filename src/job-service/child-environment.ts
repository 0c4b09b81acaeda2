/**
 * The part of the step's environment that the process of the service gets: enough for a program to run. Nothing of it is a
 * secret, and no variable of inputs, of the runner's own services or of a token gets through. By `RUNNER_TRACKING_ID` the runner
 * finds it at the end of the job, should the step that ends it never run.
 */
const passed = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'SYSTEMROOT',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LANG',
  'LC_ALL',
  'TZ',
  'RUNNER_TEMP',
  'RUNNER_TRACKING_ID',
];

export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const known = new Set(passed);
  return Object.fromEntries(Object.entries(env).filter(([name]) => known.has(name.toUpperCase())));
}
