import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { limitFirstLoad } from './build/limit-size.ts'

/** The document that the loader frames. Its themes, the view of an answer, lists and dialogs are chunks of their own. */
export default defineConfig({
  plugins: [react(), limitFirstLoad('index.html', 90_000)],
  resolve: { conditions: ['@org/source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // A data: address would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What the first message box needs is one file: smaller, and one way to the server.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
        entryFileNames: 'assets/widget-[name]-[hash].js',
        chunkFileNames: 'assets/widget-[name]-[hash].js',
        assetFileNames: 'assets/widget-[name]-[hash][extname]',
      },
    },
  },
})
