import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { nodeTests } from '@org/config/vitest'
import { findPostgres, findRedis } from '@org/services'

const inCi = (process.env['CI'] ?? '') !== ''

/** Files that call none of these, or start programs, which choose their own services: they would only run again. */
function without(call: RegExp): string[] {
  return globSync('{src,tests}/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) => {
    const source = readFileSync(path.join(import.meta.dirname, file), 'utf8')
    return (
      file.startsWith(path.join('src', 'db')) ||
      !call.test(source) ||
      /\bstart(?:Server|Program)(?:Process)?\(/u.test(source)
    )
  })
}

/** The same tests on other services; in CI these must be there. */
const servers = [
  {
    name: 'postgres',
    present: findPostgres() !== null,
    exclude: without(/open(?:Test|Chat|Import|SignIn)App\(|openTestDatabase\(/u),
  },
  {
    name: 'postgres-redis',
    present: findPostgres() !== null && findRedis() !== null,
    exclude: without(/openChatApp\(/u),
  },
]
  .filter(({ present }) => present || inCi)
  .map(({ name, exclude }) => ({
    extends: true as const,
    test: { name, exclude, globalSetup: ['./tests/postgres-template.ts'] },
  }))

export default nodeTests({
  test: {
    // By default one core of two stays idle.
    maxWorkers: 2,
    setupFiles: ['./tests/project-name.ts', './tests/owner-statements/owner-statements.setup.ts'],
    projects: [
      {
        extends: true as const,
        test: { name: 'embedded', globalSetup: ['./tests/database-template.ts', './tests/programs.ts'] },
      },
      ...servers,
    ],
  },
})
