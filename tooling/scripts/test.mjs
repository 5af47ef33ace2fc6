// `npm test`: install, then every check, each even when one before it failed. The last line is the sum.
import { install, runInWorkspace } from './bootstrap.mjs'

await install()
process.exitCode = await runInWorkspace('node', ['tooling/scripts/check.ts', ...process.argv.slice(2)])
