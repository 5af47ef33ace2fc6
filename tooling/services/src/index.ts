export { type Balancer, type BalancerOptions, findNginx, startBalancer } from './nginx.ts'
export {
  BrowserMissingError,
  browserLaunchOptions,
  ensureBrowser,
  ensureTestBrowser,
  findBrowser,
} from './browser.ts'
export { type ApiServer, startApi } from './api-server.ts'
export { findFreePort } from './free-port.ts'
export { findPostgres, type PostgresServer, startPostgres } from './postgres.ts'
export type { Unavailable } from './programs.ts'
export { findRedis, type RedisServer, startRedis } from './redis.ts'
export { type IdentityProvider, type ProviderPerson, startIdentityProvider } from './identity-provider.ts'
export { openWebKit, type WebKitPage } from './webkit.ts'
