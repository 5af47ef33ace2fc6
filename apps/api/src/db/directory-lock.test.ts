import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryLockedError, lockDirectory } from './directory-lock.ts'

const module = join(import.meta.dirname, 'directory-lock.ts')

describe('lockDirectory', () => {
  let directory: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'org-lock-'))
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))

  /** Starts another process that takes the lock, prints a line, and keeps the lock until it is killed. */
  const holder = async () => {
    const script = `import { lockDirectory } from ${JSON.stringify(module)}
      lockDirectory(${JSON.stringify(directory)}); console.log('held'); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    return child
  }

  it('refuses a second holder in the same process, and names the first', () => {
    const release = lockDirectory(directory)
    expect(() => lockDirectory(directory)).toThrow(DirectoryLockedError)
    expect(() => lockDirectory(directory)).toThrow(`in use by process ${process.pid}`)
    release()
    lockDirectory(directory)()
  })

  it('refuses while another process lives, and takes over when it was killed', async () => {
    const child = await holder()
    expect(() => lockDirectory(directory)).toThrow(`in use by process ${child.pid}`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    lockDirectory(directory)()
    expect(await readdir(directory)).toEqual([])
  })

  it('takes over from a process whose pid belongs to a stranger now', async () => {
    await writeFile(
      join(directory, 'server.lock'),
      JSON.stringify({ pid: process.pid, started: 'another boot 1' }),
    )
    const release = lockDirectory(directory)
    expect(() => lockDirectory(directory)).toThrow(DirectoryLockedError)
    release()
  })

  it('takes over what is not a lock', async () => {
    await writeFile(join(directory, 'server.lock'), '{"pid":')
    const release = lockDirectory(directory)
    expect(JSON.parse(await readFile(join(directory, 'server.lock'), 'utf8'))).toMatchObject({
      pid: process.pid,
    })
    release()
  })

  it('lets exactly one of many processes take over a dead lock', async () => {
    await writeFile(join(directory, 'server.lock'), JSON.stringify({ pid: 2 ** 22 + 1, started: 'dead' }))
    const script = `import { lockDirectory } from ${JSON.stringify(module)}
      try { lockDirectory(${JSON.stringify(directory)}); console.log('held') } catch (error) { console.log(error.name) }
      process.stdin.resume().once('end', () => process.exit(0))`
    const children = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '--eval', script], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    )
    const said = await Promise.all(
      children.map(async ({ stdout }) => String(await once(stdout, 'data')).trim()),
    )
    for (const { stdin } of children) stdin.end()
    await Promise.all(children.map((child) => once(child, 'exit')))
    expect(said.sort()).toEqual([...Array.from({ length: 5 }, () => 'DirectoryLockedError'), 'held'])
  })
})
