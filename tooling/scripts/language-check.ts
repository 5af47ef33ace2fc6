// Checks comments and names against the writing rules of CONTRIBUTING.md ("Language").
// `node tooling/scripts/language-check.ts [path…]` prints each problem as `file:line: rule: text`.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'

interface Comment {
  line: number
  text: string
}

interface Problem {
  file: string
  line: number
  rule: string
  text: string
}

/** Share of all comments that may open with a noun clause: question words also open real sentences. */
const MAX_NOUN_CLAUSE_SHARE = 0.02

const NOUN_CLAUSE = /^(?:What|Whether|Who|Whom|Whose|Where|How|When it|That it)\s+[a-z]/u

/** Verbs of people. A person or a model may be their subject; code may not. */
const PERSONIFYING = /\b(?:tells?|hears?|knows|wants?|is told|says|asks anew|lets go|takes up)\b/u
const PEOPLE =
  /\b(?:person|persons|people|user|users|visitor|visitors|reader|readers|admin|admins|administrator|administrators|client|clients|operator|operators|guest|guests|somebody|someone|nobody|anybody|everybody|whoever|who|they|you|author|authors|owner|owners|model|models|question|answer|article|text|developer|engineer|maintainer)\b/iu

/** Names that the glossary replaced, with their replacements. */
const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ['brokenKey', 'uniqueViolation'],
  ['BranchBook', 'MessageTree'],
  ['ConversationBook', 'ConversationStore'],
  ['ThreadBook', 'ThreadStore'],
  ['MessageBook', 'MessageStore'],
  ['DraftBook', 'DraftStore'],
  ['ProductBook', 'ProductStore'],
  ['ListPlace', 'ConversationCursor'],
  ['hurry', 'retryNow'],
  ['isDoubtful', 'mayHaveBeenStopped'],
  ['Asker', 'Principal'],
  ['giveWay', 'yieldBetweenQueries'],
  ['keepParsers', 'cacheParsers'],
  ['useSettled', 'useAfterPaint'],
  ['everyCall', 'syncMiddleware'],
  ['CallPart', 'SyncMiddleware'],
  ['largeMemory', 'heapBudget'],
  ['questionFurniture', 'stopWords'],
])

const paths = process.argv.slice(2)
const files = execFileSync('git', ['ls-files', '--', ...(paths.length === 0 ? ['.'] : paths)], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(?:tsx?|mjs|css)$/u.test(file) && !file.endsWith('language-check.ts'))

const nounClauses: Problem[] = []
const others: Problem[] = []
let comments = 0
for (const file of files) {
  const text = readFileSync(path.join(root, file), 'utf8')
  for (const comment of commentsOf(text)) {
    comments += 1
    if (NOUN_CLAUSE.test(comment.text)) nounClauses.push({ file, rule: 'noun clause', ...comment })
    for (const sentence of comment.text.split(/(?<=[.:;])\s/u)) {
      if (PERSONIFYING.test(sentence) && !PEOPLE.test(sentence))
        others.push({ file, rule: 'personification', line: comment.line, text: sentence })
    }
  }
  for (const [old, current] of OLD_NAMES) {
    const at = text.search(new RegExp(String.raw`(?<![\w-])${old}(?![\w-])`, 'u'))
    if (at >= 0) others.push({ file, rule: `old name (use ${current})`, line: lineAt(text, at), text: old })
  }
}

const share = comments === 0 ? 0 : nounClauses.length / comments
const areNounClausesFew = paths.length === 0 && share < MAX_NOUN_CLAUSE_SHARE
for (const { file, line, rule, text } of [...(areNounClausesFew ? [] : nounClauses), ...others])
  console.error(`${file}:${line}: ${rule}: ${text.slice(0, 120)}`)
console.log(
  `${comments} comments: ${nounClauses.length} open with a noun clause (${(share * 100).toFixed(1)} %, limit ` +
    `${MAX_NOUN_CLAUSE_SHARE * 100} %), ${others.length} other problems`,
)
process.exitCode = others.length === 0 && share < MAX_NOUN_CLAUSE_SHARE ? 0 : 1

/** Block comments, and runs of consecutive line comments as one; directives for tools are left out. */
function commentsOf(source: string): Comment[] {
  const pattern =
    /(?:^|[ \t])\/\*\*?(?<block>[\s\S]*?)\*\/|(?:^|[ \t])\/\/ (?<line>[^\n]*(?:\n[ \t]*\/\/ [^\n]*)*)/gmu
  return [...source.matchAll(pattern)].flatMap(({ index, groups }) => {
    const raw = groups?.['block'] ?? groups?.['line'] ?? ''
    const text = raw
      .split('\n')
      .map((line) => line.replace(/^\s*(?:\*+|\/\/)?\s*/u, ''))
      .join(' ')
      .trim()
    return text === '' || /^(?:oxlint|@vitest|[#@]__|\/\s*<reference)/u.test(text)
      ? []
      : [{ line: lineAt(source, index), text }]
  })
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
