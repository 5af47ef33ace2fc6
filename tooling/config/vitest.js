import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vitest/config'

const shared = {
  resolve: { conditions: ['@org/source'] },
  ssr: { resolve: { conditions: ['@org/source'], externalConditions: ['@org/source'] } },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    reporters: [
      'default',
      ['json', { outputFile: 'reports/vitest.json' }],
      fileURLToPath(new URL('./unhandled-errors.js', import.meta.url)),
    ],
    // A limit is there for what hangs: a test that is right must not fail because the machine is busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    restoreMocks: true,
    unstubGlobals: true,
    server: { deps: { inline: [/^@org\//] } },
  },
}

/** Tests that run in Node. A worker's files share their modules: loading these anew for each takes longest. */
export function nodeTests(overrides = {}) {
  const test = { ...shared.test, environment: 'node', isolate: false }
  return mergeConfig(defineConfig({ ...shared, test }), overrides)
}

/**
 * Component tests that run in jsdom, with Testing Library's clean-up after each. A worker's files share their modules
 * and their window, but for those that put something else in a module's place.
 */
export function browserTests(overrides = {}) {
  const test = {
    ...shared.test,
    environment: 'jsdom',
    isolate: false,
    setupFiles: [fileURLToPath(new URL('./vitest.setup.js', import.meta.url))],
  }
  const files = globSync('{src,tests}/**/*.test.{ts,tsx}')
  const replacing = files.filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))
  const sharing = files.filter((file) => !replacing.includes(file))
  const projects = [
    { extends: true, test: { name: 'shared modules', exclude: replacing } },
    { extends: true, test: { name: 'own modules', exclude: sharing, isolate: true } },
  ]
  return mergeConfig(
    defineConfig({ ...shared, test: replacing.length === 0 ? test : { ...test, projects } }),
    overrides,
  )
}
