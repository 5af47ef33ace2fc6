import { defineConfig, postcssIsolateStyles } from 'vitepress'
import { anchorOf } from '../src/page-text.ts'
import { guides, readmes, references, type SitePage } from '../src/site-map.ts'

const toItems = (pages: readonly SitePage[]) =>
  pages.map(({ title, path }) => ({ text: title, link: `/${path}` }))

export default defineConfig({
  title: 'Assistant packages',
  description: 'A chat engine, its components and what they stand on.',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  cleanUrls: true,
  lastUpdated: false,
  markdown: { anchor: { slugify: anchorOf } },
  // The catalogue of components is copied beside the pages.
  ignoreDeadLinks: [/^\/catalogue\//u],
  vite: {
    resolve: { conditions: ['@org/source'] },
    // The rules for text leave the playground alone.
    css: { postcss: { plugins: [postcssIsolateStyles()] } },
    ssr: { noExternal: [/^@org\//u] },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Packages', link: '/packages/chat-engine' },
      { text: 'Guides', link: '/guides/adopt-chat-engine' },
      { text: 'Stories', link: '/stories' },
      { text: 'Playground', link: '/playground' },
    ],
    sidebar: [
      { text: 'Packages', items: toItems(readmes) },
      { text: 'Guides', items: toItems(guides) },
      { text: 'Interfaces', items: toItems(references), collapsed: true },
      {
        text: 'Live',
        items: [
          { text: 'Stories', link: '/stories' },
          { text: 'Playground', link: '/playground' },
        ],
      },
    ],
    outline: { level: [2, 3] },
    socialLinks: [{ icon: 'github', link: 'https://github.com/org/assistant' }],
  },
})
