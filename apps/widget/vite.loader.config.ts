import { cssTarget } from '@org/config/browsers'
import { defineConfig } from 'vite'
import { limitSize } from './build/limit-size.ts'

/** The scripts of the host page, each a classic one without dependencies, with its largest size in bytes of brotli. */
const scripts = {
  loader: { input: 'src/loader/main.ts', output: 'static/embed-loader.js', limit: 3950 },
  greeting: { input: 'src/greeting/main.ts', output: 'static/embed-greeting.js', limit: 1600 },
} as const

/** One of the host page's scripts, `--mode loader` or `--mode greeting`, beside the document of `vite.config.ts`. */
export default defineConfig(({ mode }) => {
  const { input, output, limit } = scripts[mode === 'greeting' ? 'greeting' : 'loader']
  return {
    plugins: [limitSize({ [output]: limit })],
    build: {
      target: 'es2022',
      cssTarget,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input,
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
        output: { format: 'iife', entryFileNames: output },
      },
    },
  }
})
