/** The last line of a .dockerignore that matches decides. */
export function isSent(dockerignore: string): (path: string) => boolean {
  const lines = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const rules = lines.map((line) => ({ isBack: line.startsWith('!'), path: line.replace(/^!/, '') }));
  const wrong = rules.find(({ path }) => path !== '*' && path.includes('*'));
  if (wrong !== undefined) throw new Error(`This pattern is not known here: ${wrong.path}`);
  return (file) => {
    const path = file.replace(/^\//, '');
    const last = rules.findLast((rule) => rule.path === '*' || path === rule.path || path.startsWith(`${rule.path}/`));
    return last?.isBack ?? true;
  };
}
