// Writes the pages of the site from the documents of the repository, into `pages/`.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { toPage } from './page-text.ts'
import { pages } from './site-map.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const folder = path.resolve(import.meta.dirname, '../pages')

rmSync(folder, { recursive: true, force: true })
cpSync(path.resolve(import.meta.dirname, '../content'), folder, { recursive: true })
for (const { source, path: at } of pages) {
  const file = path.join(folder, `${at}.md`)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, toPage(source, readFileSync(path.join(root, source), 'utf8')))
}
