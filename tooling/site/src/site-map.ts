/** A page of the site. */
export interface SitePage {
  /** The document's path in the repository. */
  source: string
  /** Path in the site, without an ending. */
  path: string
  title: string
}

/** The published packages, from the one that most readers look for. */
export const packages = [
  'chat-engine',
  'ui-kit',
  'citations',
  'api-client',
  'sse-parser',
  'theme',
  'analytics-charts',
  'widget',
]

export const guides: readonly SitePage[] = [
  { source: 'docs/adopt-chat-engine.md', path: 'guides/adopt-chat-engine', title: 'A server of your own' },
  { source: 'docs/wire-protocol.md', path: 'guides/wire-protocol', title: 'Wire protocol' },
  { source: 'docs/embedding.md', path: 'guides/embedding', title: 'Embed the widget' },
  { source: 'docs/public-api.md', path: 'guides/public-api', title: 'Public API' },
  { source: 'docs/chat-engine-runs.md', path: 'guides/runs', title: 'Runs of the engine' },
  { source: 'docs/chat-engine-outbox.md', path: 'guides/outbox', title: 'Unsent questions' },
  { source: 'docs/chat-engine-tabs.md', path: 'guides/tabs', title: 'Several tabs' },
  { source: 'docs/citations-parser.md', path: 'guides/parser', title: 'How answers are parsed' },
  { source: 'docs/components.md', path: 'guides/components', title: 'Components and their keys' },
  { source: 'docs/accessibility.md', path: 'guides/accessibility', title: 'Accessibility' },
  { source: 'docs/benchmarks.md', path: 'guides/benchmarks', title: 'Benchmarks' },
  { source: 'docs/glossary.md', path: 'guides/glossary', title: 'Glossary' },
]

export const readmes: readonly SitePage[] = packages.map((name) => ({
  source: `packages/${name}/README.md`,
  path: `packages/${name}`,
  title: `@org/${name}`,
}))

// The client's reference names each field of each call: in the repository, where it can be searched.
export const references: readonly SitePage[] = packages
  .filter((name) => name !== 'api-client')
  .map((name) => ({ source: `packages/${name}/api.md`, path: `reference/${name}`, title: `@org/${name}` }))

/** All pages that come from a document of the repository. */
export const pages: readonly SitePage[] = [...guides, ...readmes, ...references]
