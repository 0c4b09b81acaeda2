import { describe, expect, it } from 'vitest';
import { manifestFiles, workflowFiles } from './files.ts';
import { diagnosticsOf } from './language-service.ts';
import { faultsOf } from './rules.ts';

it('finds the workflows of this repository and those of the documentation', () => {
  const files = workflowFiles();
  expect(files.map(({ path }) => path)).toContain('.github/workflows/ci.yml');
  expect(files.filter(({ kind }) => kind === 'recipe').length).toBeGreaterThanOrEqual(3);
  expect(manifestFiles().length).toBeGreaterThanOrEqual(8);
});

describe.each(workflowFiles())('$path', (file) => {
  it('keeps the rules', () => {
    expect(faultsOf(file)).toEqual([]);
  });

  it("is what GitHub's own parser takes", async () => {
    const path = file.kind === 'own' ? file.path : `.github/workflows/${file.path.replaceAll(/\W+/g, '-')}.yml`;
    // A name cannot have the form of the mark that users fill in.
    expect(await diagnosticsOf(path, file.text.replaceAll('<owner>', 'acme'))).toEqual([]);
  });
});

describe.each(manifestFiles())('$path', ({ path, text }) => {
  it("is what GitHub's own parser takes", async () => {
    expect(await diagnosticsOf(path, text)).toEqual([]);
  });
});
