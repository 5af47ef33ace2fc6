import { cfg } from './demo-widget.ts'

/** Viewer of a page: a visitor, or an account of the demonstration. */
type Viewer = 'visitor' | 'client' | 'admin'

/** A page of the site. */
interface SitePage {
  path: string
  /** Those for whom the page is checked. */
  viewers: readonly Viewer[]
  /** True for pages that search engines list, or that people open first: their speed is measured. */
  isMeasured?: true
  /** False for pages that nobody has walked by keyboard at 200 and 400 % yet. @default true */
  isWalked?: false
}

/** Every page that a role can open; a new one belongs here as soon as it exists. */
const pages: readonly SitePage[] = [
  ...['/about', '/products', '/contact', '/disclaimer', '/privacy', '/terms', '/login', '/signup'].map(
    (path): SitePage => ({ path, viewers: ['visitor'], isMeasured: true }),
  ),
  { path: '/chat', viewers: ['visitor', 'client', 'admin'], isMeasured: true },
  ...[
    '/reset-password',
    '/set-password',
    '/invitation',
    '/shared/unknown',
    '/nowhere',
    '/embed/login',
    '/embed/signup',
    '/embed/reset-password',
    '/embed/set-password',
    '/embed/auth/callback',
    '/widgets/demo',
    `/embed/${cfg}`,
  ].map((path): SitePage => ({ path, viewers: ['visitor'] })),
  ...['/account', '/client', '/dashboard', '/admin/members'].map((path): SitePage => ({
    path,
    viewers: ['client', 'admin'],
  })),
  ...[
    '/admin/review',
    '/admin/gaps',
    '/admin/knowledge',
    '/admin/knowledge/articles/new',
    '/admin/answers',
    '/admin/answers/new',
    '/admin/webhooks',
    '/admin/api-keys',
  ].map((path): SitePage => ({ path, viewers: ['client', 'admin'], isWalked: false })),
  ...['/admin', '/admin/configurators', '/admin/clients', '/admin/audit'].map((path): SitePage => ({
    path,
    viewers: ['admin'],
  })),
  ...[
    '/client?client=unknown',
    '/admin/evaluations',
    '/admin/safety',
    '/admin/search',
    '/admin/synonyms',
    '/admin/operations',
    '/admin/accounts',
    '/admin/jobs',
  ].map((path): SitePage => ({ path, viewers: ['admin'], isWalked: false })),
]

/** Paths of the pages that a viewer opens. */
export function pagesOf(viewer: Viewer): string[] {
  return pages.filter(({ viewers }) => viewers.includes(viewer)).map(({ path }) => path)
}

/** Paths of the pages that a viewer walks through by keyboard, and reads at 200 and 400 %. */
export function walkedPagesOf(viewer: Viewer): string[] {
  return pages
    .filter(({ viewers, isWalked = true }) => viewers.includes(viewer) && isWalked)
    .map(({ path }) => path)
}

/** Paths of the pages whose speed is measured; the start page leads to one of them. */
export const measuredPaths: readonly string[] = [
  '/',
  ...pages.filter(({ isMeasured }) => isMeasured).map(({ path }) => path),
]
