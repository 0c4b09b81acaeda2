// Everything that requests to GitHub need, in one module: it is loaded only when GitHub is asked, and then as one chunk of the
// bundle.
export { getOctokit } from '@actions/github';
export { retry } from '@octokit/plugin-retry';
export { throttling } from '@octokit/plugin-throttling';
