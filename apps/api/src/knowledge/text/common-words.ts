import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../package-root.ts'
import { foldWord } from './words.ts'

let words: ReadonlySet<string> | undefined

/** Common English words, folded, that seldom name the subject of a question. */
export function commonWords(): ReadonlySet<string> {
  return (words ??= new Set(
    readFileSync(join(packageRoot, 'data/common-words.txt'), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .flatMap((line) => line.split(/\s+/u))
      .filter((word) => word !== '')
      .map(foldWord),
  ))
}
