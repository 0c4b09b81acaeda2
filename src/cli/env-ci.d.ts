/** The part that we use. Every text may be foreign, absent or wrong. */
declare module 'env-ci' {
  export interface CiVariables {
    readonly isCi: boolean;
    readonly service?: string;
    readonly commit?: string;
    readonly buildUrl?: string;
    /** On a pull request: its target. */
    readonly branch?: string;
    readonly tag?: string;
    readonly isPr?: boolean;
    readonly prBranch?: string;
  }

  export default function envCi(options: { readonly env: NodeJS.ProcessEnv; readonly cwd: string }): CiVariables;
}
