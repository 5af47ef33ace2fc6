import { cssTarget } from '@org/config/browsers'
import { defineConfig } from 'vite'
import { limitSize } from './build/limit-size.ts'

/** The loader: one classic script without dependencies, beside the document of `vite.config.ts`. */
export default defineConfig({
  plugins: [limitSize({ 'static/embed-loader.js': 3500 })],
  build: {
    target: 'es2022',
    cssTarget,
    emptyOutDir: false,
    copyPublicDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/loader/main.ts',
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: { format: 'iife', entryFileNames: 'static/embed-loader.js' },
    },
  },
})
