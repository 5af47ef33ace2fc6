import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import { listAudit } from '../audit/audit.store.ts'
import type { Database } from '../db/database.ts'
import { DirectoryLockedError } from '../db/directory-lock.ts'
import { searchPassages } from '../knowledge/search/knowledge.search.ts'
import { commandAddressSchema, commandFile } from './command-file.ts'
import { startCommandServer } from './command-server.ts'
import { type ContentCommand, readContentCommand } from './content-commands.ts'
import { sendCommand } from './send-command.ts'

let database: Database
let folder: string
let stop: () => Promise<void>
beforeEach(async () => {
  database = await openTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'org-commands-'))
  stop = await startCommandServer(database.db, folder, pino({ level: 'silent' }))
})
afterEach(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
  await database.close()
})

const locked = () => new DirectoryLockedError(folder, process.pid)

async function run(command: ContentCommand): Promise<string[]> {
  const lines: string[] = []
  await sendCommand(locked(), command, (line) => lines.push(line))
  return lines
}

function writeArticle(text: string): void {
  mkdirSync(join(folder, 'articles'), { recursive: true })
  writeFileSync(join(folder, 'articles', 'borage.md'), text)
}

const article = `---
title: Borage oil
author: Kitchen
url: https://example.com/borage
topic: herbs
---
Borage oil is pressed from seeds of the starflower.
`

const product = {
  pk: 'borage-capsules',
  name: 'Borage capsules',
  description: 'Capsules of borage oil.',
  unit_amount: 1990,
  currency: 'EUR',
  url: 'https://shop.example/borage',
}

describe('a command while the server has the embedded database open', () => {
  it('imports, lists and removes content there, and the next search follows', async () => {
    writeArticle(article)
    expect(await run({ name: 'import', folder })).toEqual([
      'Read 1 articles and 0 products.',
      'Articles: 1 of 1',
      'Articles: 1 written, 0 unchanged.',
      'Products: 0 written, 0 unchanged.',
    ])
    const titles = async () =>
      (await searchPassages(database.db, 'what is borage oil pressed from?')).passages.map(
        ({ title }) => title,
      )
    expect(await titles()).toEqual(['Borage oil'])
    expect(await run({ name: 'list' })).toEqual(['article\tborage\tpublished\tBorage oil'])
    await expect(run({ name: 'remove', names: ['borage', 'sage'] })).rejects.toThrow(
      'Nothing was removed. There is no shared content named: sage',
    )
    expect(await titles()).toEqual(['Borage oil'])
    expect(await run({ name: 'remove', names: ['borage'] })).toEqual(['Removed 1 articles and 0 products.'])
    expect(await titles()).toEqual([])
  })

  it('notes in the audit log what is added, changed and removed, and nothing of what is refused', async () => {
    const noted = async () => {
      const { items } = await listAudit(database.db, { limit: 10 })
      return items.map(({ action, kind, subject, actor }) => [action, kind, subject, actor])
    }
    writeArticle(article)
    writeFileSync(join(folder, 'products.json'), JSON.stringify([product]))
    await run({ name: 'import', folder })
    const added = [
      ['create', 'product', 'Borage capsules', null],
      ['create', 'article', 'Borage oil', null],
    ]
    expect(await noted()).toEqual(added)
    await expect(run({ name: 'remove', names: ['borage', 'sage'] })).rejects.toThrow('Nothing was removed')
    await run({ name: 'import', folder })
    expect(await noted()).toEqual(added)
    writeArticle(article.replace('starflower', 'herb'))
    await run({ name: 'import', folder })
    expect(await noted()).toEqual([['update', 'article', 'Borage oil', null], ...added])
    await run({ name: 'remove', names: ['borage', 'Borage capsules'] })
    expect((await noted()).slice(0, 2)).toEqual([
      ['delete', 'product', 'Borage capsules', null],
      ['delete', 'article', 'Borage oil', null],
    ])
  })

  it('fails with the reason of the server', async () => {
    writeArticle('no front matter')
    await expect(run({ name: 'import', folder })).rejects.toThrow('borage.md: it has no front matter')
    await expect(run({ name: 'import', folder: join(folder, 'nowhere') })).rejects.toThrow(
      'holds neither articles/ nor products.json',
    )
  })

  it('needs the secret, which the owner of the directory alone can read', async () => {
    const file = commandFile(folder)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { port, secret } = commandAddressSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    const call = (authorization: string) =>
      fetch(`http://127.0.0.1:${port}`, {
        method: 'POST',
        body: '{"name":"list"}',
        headers: { authorization },
      })
    expect((await call('')).status).toBe(401)
    expect((await call(`Bearer ${'f'.repeat(64)}`)).status).toBe(401)
    expect((await call(`Bearer ${secret}`)).status).toBe(200)
  })

  it('names the process that holds the directory when it takes no commands', async () => {
    await expect(
      sendCommand(new DirectoryLockedError(folder, process.pid + 1), { name: 'list' }, () => undefined),
    ).rejects.toThrow(`in use by process ${process.pid + 1}`)
    rmSync(commandFile(folder))
    await expect(run({ name: 'list' })).rejects.toThrow(DirectoryLockedError)
  })
})

it('reads the arguments of the command line', () => {
  expect(readContentCommand(['--list'])).toEqual({ name: 'list' })
  expect(readContentCommand(['--remove', 'a', 'b'])).toEqual({ name: 'remove', names: ['a', 'b'] })
  expect(readContentCommand(['/srv/content'])).toEqual({ name: 'import', folder: '/srv/content' })
  for (const wrong of [[], ['--remove'], ['--list', 'x'], ['a', 'b'], ['--other']])
    expect(() => readContentCommand(wrong)).toThrow('Usage: node import-content.js')
})
