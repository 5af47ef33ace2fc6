import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Reporter that writes the errors that belong to no test, as `reports/unhandled.json`: Vitest's own JSON leaves them
 * out, and a worker that ended is one of them.
 */
export default class UnhandledErrors {
  onTestRunEnd(_testModules, errors) {
    mkdirSync('reports', { recursive: true })
    const lines = errors.map(({ message, cause }) => (cause ? `${message} ${cause.message}` : message))
    writeFileSync(path.join('reports', 'unhandled.json'), JSON.stringify(lines))
  }
}
