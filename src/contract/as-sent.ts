import type { RepoInfo } from './schemas/repo-info.ts';

type Unchanging<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchanging<Value[Key]> }
    : Value;

/** A body as a client sends it: nothing in it changes any more. */
export type AsSent<Body> = Unchanging<Omit<Body, 'repo_info'>> & { readonly repo_info?: RepoInfo };
