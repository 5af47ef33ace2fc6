import type { MarkdownIt, Token } from 'markdown-it'
import type { AnswerNode } from '../answer-nodes.ts'
import { type TokenBlock, toBlockNodes } from './block-nodes.ts'
import type { InlineReader } from '../inline/inline-reader.ts'
import { readBlocks } from './markdown-it.ts'
import type { Lookups, ReferenceTable } from '../reference-table.ts'
import { beginsParagraph, countLines, offsetOfLine } from '../source-lines.ts'

/** A block that more text can no longer change, but for what its references lead to. */
export interface FinishedBlock {
  readonly nodes: readonly AnswerNode[]
  readonly done: true
  readonly source: string
  readonly lookups: Lookups | undefined
}

/** The blocks of a growing text that are done, in their order. */
export class FinishedBlocks {
  readonly #md: MarkdownIt
  readonly #references: ReferenceTable
  readonly #inlines: InlineReader
  readonly #blocks: FinishedBlock[] = []

  constructor(md: MarkdownIt, references: ReferenceTable, inlines: InlineReader) {
    this.#md = md
    this.#references = references
    this.#inlines = inlines
  }

  get list(): readonly FinishedBlock[] {
    return this.#blocks
  }

  /** Adds blocks that have been read from `source`. */
  add(blocks: readonly TokenBlock[], source: string): void {
    let from = 0
    let line = 0
    for (const [index, { tokens }] of blocks.entries()) {
      const next = blocks[index + 1]?.startLine
      const to = next === undefined ? source.length : from + offsetOfLine(source.slice(from), next - line)
      this.#blocks.push(this.#read(tokens, source.slice(from, to)))
      from = to
      line = next ?? line
    }
    this.#inlines.forget()
  }

  /** Reads the blocks again whose references lead elsewhere now, and gives the first; `Infinity` when none does. */
  patch(): number {
    let first = Infinity
    for (const [index, { lookups, source }] of this.#blocks.entries()) {
      if (this.#references.isCurrent(lookups)) continue
      this.#blocks[index] = this.#read(readBlocks(this.#md, source, this.#references), source)
      first = Math.min(first, index)
    }
    return first
  }

  #read(tokens: readonly Token[], source: string): FinishedBlock {
    const { result: nodes, lookups } = this.#references.record(() =>
      toBlockNodes(tokens, (_, content) => this.#inlines.parse(content)),
    )
    return { nodes, done: true, source, lookups }
  }
}

/** Returns the number of finished blocks: a block is finished once a later one has begun on a line whose kind is certain. */
export function countFinished(blocks: readonly TokenBlock[], source: string): number {
  if (blocks.length < 2) return 0
  const decidedLines = countLines(source) + (beginsParagraph(source) ? 1 : 0)
  let count = 0
  while (count + 1 < blocks.length && (blocks[count + 1]?.startLine ?? Infinity) < decidedLines) count += 1
  return blocks[count]?.mayBeTitle === true ? count - 1 : count
}
