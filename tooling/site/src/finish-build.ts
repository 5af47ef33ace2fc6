// After the build: brings the catalogue of components along, and checks that the anchors of all links exist, which
// VitePress does not.
import { cpSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { problemsOfAnchors } from './site-anchors.ts'

const dist = path.resolve(import.meta.dirname, '../dist')

cpSync(path.resolve(import.meta.dirname, '../../catalogue/dist'), path.join(dist, 'catalogue'), {
  recursive: true,
})
const files = globSync('**/*.html', { cwd: dist, exclude: ['catalogue/**'] })
const problems = problemsOfAnchors(
  new Map(files.map((file) => [file, readFileSync(path.join(dist, file), 'utf8')])),
)
for (const problem of problems) console.error(problem)
console.log(`${files.length} pages, ${problems.length} links to nothing`)
process.exitCode = problems.length === 0 && files.length > 20 ? 0 : 1
