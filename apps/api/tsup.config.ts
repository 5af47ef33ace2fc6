import { defineConfig } from 'tsup'

/** One file a program, beside `node_modules`, which keep every dependency but our own contract: it is read as source. */
export default defineConfig({
  entry: {
    main: 'src/main.ts',
    'embedded-thread': 'src/db/embedded-thread.ts',
    'reading-process': 'src/content/reading/reading-process.ts',
    'memory-watch': 'src/content/reading/memory-watch.ts',
    'cli/import-content': 'src/cli/import-content.ts',
    'cli/admin': 'src/cli/admin.ts',
    'cli/rebuild-index': 'src/cli/rebuild-index.ts',
  },
  outDir: 'dist',
  format: ['esm'],
  target: 'node24',
  platform: 'node',
  sourcemap: true,
  splitting: false,
  clean: true,
  noExternal: [/^@org\//u],
  esbuildOptions(esbuild) {
    esbuild.conditions = ['@org/source']
  },
})
