import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'

const program = `
  import { readdirSync, readFileSync } from 'node:fs'
  import { lowerPriority } from ${JSON.stringify(join(import.meta.dirname, 'lower-priority.ts'))}
  lowerPriority(10)
  const nice = (thread) => readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').replace(/^.*\\) /u, '').split(' ')[16]
  console.log(JSON.stringify(readdirSync('/proc/self/task').map(nice)))
`

it.skipIf(!existsSync('/proc/self/task'))(
  'reaches every thread of the process, those of the garbage collector as well',
  () => {
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    })
    const values = z.array(z.string()).parse(JSON.parse(output))
    expect(values.length).toBeGreaterThan(2)
    expect(new Set(values)).toEqual(new Set(['10']))
  },
)
