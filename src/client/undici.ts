/**
 * The parts of undici that an exchange needs, in one module, so that they are one chunk of the bundle. undici's own door also
 * loads `fetch`, mocks and web sockets, which takes as long as all else of a run that sends (docs/adr/0003-start.md).
 */
import api from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

export { default as errors } from 'undici/lib/core/errors.js';
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';
export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js';

// As undici's own door does: `request`, and `connect` for the way through a proxy, become methods of every dispatcher.
Object.assign(Dispatcher.prototype, api);
