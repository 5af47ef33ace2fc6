/** Every address of the site. Links and redirects take theirs from here. */
export const paths = {
  root: '/',
  home: '/home',
  about: '/about',
  products: '/products',
  contact: '/contact',
  disclaimer: '/disclaimer',
  privacy: '/privacy',
  terms: '/terms',
  login: '/login',
  signup: '/signup',
  resetPassword: '/reset-password',
  setPassword: '/set-password',
  authCallback: '/auth/callback',
  invitation: '/invitation',
  account: '/account',
  chat: '/chat',
  shared: '/shared/:token',
  dashboard: '/dashboard',
  client: '/client',
  admin: '/admin',
  configurators: '/admin/configurators',
  audit: '/admin/audit',
  jobs: '/admin/jobs',
  clients: '/admin/clients',
  accounts: '/admin/accounts',
  managedAccount: '/admin/accounts/:id',
  webhooks: '/admin/webhooks',
  apiKeys: '/admin/api-keys',
  members: '/admin/members',
  operations: '/admin/operations',
  adminSafety: '/admin/safety',
  adminSearch: '/admin/search',
  adminSynonyms: '/admin/synonyms',
  review: '/admin/review',
  gaps: '/admin/gaps',
  knowledge: '/admin/knowledge',
  article: '/admin/knowledge/articles/:id',
  evaluations: '/admin/evaluations',
  evaluation: '/admin/evaluations/:id',
  answers: '/admin/answers',
  answer: '/admin/answers/:id',
} as const

/** The address of an article's editor; `new` for an article that is not written yet. */
export function articlePath(id: string): string {
  return paths.article.replace(':id', encodeURIComponent(id))
}

/** The address of an approved answer's editor; `new` for one that is not written yet. */
export function answerPath(id: string): string {
  return paths.answer.replace(':id', encodeURIComponent(id))
}

/** The address of an account in the administration. */
export function accountPath(id: string): string {
  return paths.managedAccount.replace(':id', encodeURIComponent(id))
}

/** The address of a run of an evaluation. */
export function evaluationPath(id: string): string {
  return paths.evaluation.replace(':id', encodeURIComponent(id))
}

/** The query parameter in which the sign-in pages keep the address to go back to. */
export const originParameter = 'from'

/** The sign-in address that remembers where the person came from. */
export function loginPath(origin?: string): string {
  return withOrigin(paths.login, origin)
}

/** The sign-up address that remembers where the person came from. */
export function signupPath(origin?: string): string {
  return withOrigin(paths.signup, origin)
}

/** The address that chooses a new password, and remembers a path to open after the next sign-in. */
export function setPasswordPath(origin?: string): string {
  return withOrigin(paths.setPassword, origin)
}

/**
 * Returns the path after sign-in: the remembered address, or the chat. Only addresses of this site are accepted, so
 * that a crafted link cannot send anybody elsewhere.
 */
export function returnPath(origin: string | null): string {
  if (origin === null || !origin.startsWith('/')) return paths.chat
  const base = 'https://site.invalid'
  if (!URL.canParse(origin, base)) return paths.chat
  const url = new URL(origin, base)
  // `/.//evil.example` has the path `//evil.example`, which browsers resolve to another site.
  const isElsewhere = url.origin !== base || url.pathname.startsWith('//')
  if (isElsewhere || signInPaths.has(url.pathname)) return paths.chat
  return url.pathname + url.search + url.hash
}

const signInPaths = new Set<string>([
  paths.root,
  paths.home,
  paths.login,
  paths.signup,
  paths.resetPassword,
  paths.setPassword,
  paths.authCallback,
])

function withOrigin(path: string, origin: string | undefined): string {
  if (origin === undefined) return path
  return `${path}?${new URLSearchParams({ [originParameter]: origin }).toString()}`
}
