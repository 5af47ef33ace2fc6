import { cssTarget, target } from '@org/config/browsers'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { bootGuard } from './build/boot-guard.ts'
import { firstRequests } from './build/first-requests.ts'
import { limitFirstLoad } from './build/limit-size.ts'
import { runFirst } from './build/run-first.ts'

/** The document that the loader frames. Its themes, the chat behind the box, lists and dialogs are chunks of their own. */
export default defineConfig({
  plugins: [react(), bootGuard(), firstRequests(), runFirst('early'), limitFirstLoad('index.html', 85_500)],
  resolve: { conditions: ['@org/source', ...defaultClientConditions] },
  build: {
    target,
    cssTarget,
    // A data: address would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Two files: what asks the server for the rest, and what draws the first message box.
        codeSplitting: {
          groups: [
            { name: 'early', test: /\/frame\/early\.ts$/, priority: 2 },
            { name: 'box', tags: ['$initial'], priority: 1 },
          ],
        },
        entryFileNames: 'assets/widget-[name]-[hash].js',
        chunkFileNames: 'assets/widget-[name]-[hash].js',
        assetFileNames: 'assets/widget-[name]-[hash][extname]',
      },
    },
  },
})
