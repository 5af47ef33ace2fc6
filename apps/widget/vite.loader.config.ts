import { cssTarget } from '@org/config/browsers'
import { defineConfig } from 'vite'
import { limitSize } from './build/limit-size.ts'

/** The scripts of the host page, each without dependencies, with its largest size in bytes of brotli. */
const scripts = {
  loader: { input: 'src/loader/main.ts', output: 'static/embed-loader.js', format: 'iife', limit: 3000 },
  // The loader imports it.
  panel: { input: 'src/panel/main.ts', output: 'static/embed-panel.js', format: 'es', limit: 2200 },
  greeting: {
    input: 'src/greeting/main.ts',
    output: 'static/embed-greeting.js',
    format: 'iife',
    limit: 1700,
  },
} as const

/** One of the host page's scripts, named by `--mode`, beside the document of `vite.config.ts`. */
export default defineConfig(({ mode }) => {
  const { input, output, format, limit } = scripts[isScript(mode) ? mode : 'loader']
  return {
    plugins: [limitSize({ [output]: limit })],
    build: {
      target: 'es2022',
      cssTarget,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      // A library's `import()` stays as it is; the one of an application reports failures to its page.
      ...(format === 'iife' && { lib: { entry: input, name: 'OrgChat', formats: [format] } }),
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
        output: { format, entryFileNames: output },
      },
    },
  }
})

function isScript(mode: string): mode is keyof typeof scripts {
  return Object.hasOwn(scripts, mode)
}
