import { cssTarget, target } from '@org/config/browsers'
import react from '@vitejs/plugin-react'
import path from 'node:path'
import { defineConfig, defaultClientConditions } from 'vite'
import { chunks } from './build/chunks.ts'
import { shortClassNames } from './build/class-names.ts'
import { cssLayers } from './build/css-layers.ts'
import { themeInit } from './build/theme-init.ts'

const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8000'

export default defineConfig(({ command }) => ({
  plugins: [react(), themeInit(), cssLayers()],
  resolve: { conditions: ['@org/source', ...defaultClientConditions] },
  css: {
    modules:
      command === 'build'
        ? { generateScopedName: shortClassNames(path.join(import.meta.dirname, '../..')) }
        : {},
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/embed', '/static', '/media'].map((path) => [path, { target: api }])),
  },
  build: {
    manifest: true,
    target,
    cssTarget,
    // A data: address would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
      },
    },
  },
}))
