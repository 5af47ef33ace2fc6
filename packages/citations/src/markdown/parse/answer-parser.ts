import type { MarkdownIt, Token } from 'markdown-it'
import { AnswerError } from '../../errors.ts'
import type { AnswerNode } from '../answer-nodes.ts'
import { type TokenBlock, toBlockNodes, toTokenBlocks } from './block-nodes.ts'
import { endsWithEmptyLine, holdBackLine, tableDelimiterFor } from './complete-block.ts'
import { countFinished, FinishedBlocks } from './finished-blocks.ts'
import {
  freezeChildren,
  freezeParagraph,
  type FrozenStart,
  hasOtherTightness,
  joinFrozen,
  PARAGRAPH_HEAD,
} from './frozen-start.ts'
import { type Growth, GrowingText } from './growing-text.ts'
import type { IsImageAllowed } from '../inline/inline-nodes.ts'
import { InlineReader } from '../inline/inline-reader.ts'
import { isTableStart, lastInline } from './open-end.ts'
import { createMarkdown, readBlocks } from './markdown-it.ts'
import { ReferenceTable } from '../reference-table.ts'
import { beginsWith, joinNormalized, offsetOfLine, withoutHalfLineEnd } from '../source-lines.ts'

/** A top-level block as parsed. A new object stands for every change but {@link AnswerParser.grown}. */
export interface ParsedBlock {
  readonly nodes: readonly AnswerNode[]
  readonly done: boolean
}

let sharedMarkdown: MarkdownIt | undefined

/**
 * Parses a growing text into top-level blocks. Blocks that are done are not parsed again, but for those in
 * which a link reference has found its definition later.
 */
export class AnswerParser {
  readonly #md = (sharedMarkdown ??= createMarkdown())
  readonly #isImageAllowed: IsImageAllowed
  readonly #freezeFrom: number
  #references = new ReferenceTable()
  #text = ''
  #tail = ''
  #isEnded = false
  #open: ParsedBlock[] = []
  #inlines: InlineReader
  #finished: FinishedBlocks
  readonly #lastText = new GrowingText()
  #changedFrom = 0
  #frozen: FrozenStart | undefined
  #freezeAt: number

  /** The text node that the last update only appended to, if that is all it did, and what it appended. */
  grown: Growth | undefined

  /** @param freezeFrom how many characters an open block has before its beginning is frozen */
  constructor(isImageAllowed: IsImageAllowed, freezeFrom = 1024) {
    this.#isImageAllowed = isImageAllowed
    this.#freezeFrom = freezeFrom
    this.#freezeAt = freezeFrom
    this.#inlines = this.#newInlines()
    this.#finished = this.#newFinished()
  }

  /** The blocks of the text so far; those before `stableCount` are done. */
  get blocks(): readonly ParsedBlock[] {
    return [...this.#finished.list, ...this.#open]
  }

  /** Number of finished blocks. */
  get stableCount(): number {
    return this.#finished.list.length
  }

  /** The block at `index`. */
  blockAt(index: number): ParsedBlock | undefined {
    return this.#finished.list[index] ?? this.#open[index - this.#finished.list.length]
  }

  /** The first block that the last update has changed. */
  get changedFrom(): number {
    return this.#changedFrom
  }

  /** Number of blocks. */
  get count(): number {
    return this.#finished.list.length + this.#open.length
  }

  /**
   * Takes the text as it stands now. A text that goes on from the last one costs what its open block costs;
   * any other is read from its beginning.
   *
   * @throws {AnswerError} `not_a_string` when `text` is not a string
   */
  update(text: string, done: boolean): void {
    if (typeof text !== 'string')
      throw new AnswerError('not_a_string', 'The text of an answer has to be a string.')
    this.grown = undefined
    if ((this.#isEnded && (!done || text !== this.#text)) || !beginsWith(text, this.#text)) this.#reset()
    const isSame = text.length === this.#text.length
    if (isSame && done === this.#isEnded) return
    const added = text.slice(this.#text.length)
    this.#text = text
    this.#isEnded = done
    if (!done && this.#growLastText(added)) return
    this.#tail = joinNormalized(this.#tail, added)
    this.#parseTail(done)
  }

  #reset(): void {
    this.#changedFrom = 0
    this.#references = new ReferenceTable()
    this.#text = ''
    this.#tail = ''
    this.#isEnded = false
    this.#open = []
    this.#inlines = this.#newInlines()
    this.#finished = this.#newFinished()
    this.#lastText.forget()
    this.#frozen = undefined
    this.#freezeAt = this.#freezeFrom
  }

  #newInlines(): InlineReader {
    return new InlineReader(this.#md, this.#references, this.#isImageAllowed)
  }

  #newFinished(): FinishedBlocks {
    return new FinishedBlocks(this.#md, this.#references, this.#inlines)
  }

  // Plain words at the end of a paragraph can change nothing but its last text.
  #growLastText(added: string): boolean {
    const growth = this.#lastText.grow(added)
    if (growth === undefined) return false
    this.#tail += added
    if (growth !== 'nothing') this.grown = growth
    return true
  }

  #parseTail(done: boolean): void {
    this.#changedFrom = this.#finished.list.length
    if (done) this.#thaw()
    this.#references.beginUpdate()
    let { shown, tokens, blocks } = this.#readTail(done)
    if (this.#frozen !== undefined && this.#isOutgrown(this.#frozen, shown, tokens, blocks)) {
      this.#thaw()
      ;({ shown, tokens, blocks } = this.#readTail(done))
    }
    if (this.#references.hasChanged()) this.#changedFrom = Math.min(this.#changedFrom, this.#finished.patch())
    if (done) {
      this.#finished.add(blocks, this.#tail)
      this.#open = []
      this.#lastText.forget()
      return
    }
    const open = blocks.slice(this.#frozen === undefined ? this.#finish(blocks) : 0)
    const last = endsWithEmptyLine(shown) ? undefined : lastInline(tokens)
    const delimiter = last !== undefined && isTableStart(tokens, last) ? tableDelimiterFor(shown) : undefined
    if (delimiter === undefined) {
      this.#readOpen(open, last)
      if (this.#tail.length > this.#freezeAt) this.#freeze(blocks, last)
    } else {
      const completed = this.#parseBlocks(shown + delimiter)
      this.#readOpen(toTokenBlocks(completed).slice(blocks.length - open.length), lastInline(completed))
    }
  }

  #readTail(done: boolean) {
    const source = (this.#frozen?.head ?? '') + this.#tail
    const shown = done ? source : holdBackLine(withoutHalfLineEnd(source))
    const tokens = this.#parseBlocks(shown)
    return { shown, tokens, blocks: toTokenBlocks(tokens) }
  }

  // Returns whether the open block must be parsed again as a whole.
  #isOutgrown(
    frozen: FrozenStart,
    shown: string,
    tokens: readonly Token[],
    blocks: readonly TokenBlock[],
  ): boolean {
    const [block] = blocks
    if (block === undefined || this.#references.hasChanged()) return true
    if (countFinished(blocks, frozen.head + this.#tail) > 0) return true
    if (frozen.kind === 'children') return hasOtherTightness(block.tokens, frozen)
    // Only the text that everything ends with is put behind the frozen one.
    const inline = lastInline(tokens)
    return (
      inline === undefined ||
      inline !== block.tokens[1] ||
      endsWithEmptyLine(shown) ||
      isTableStart(tokens, inline)
    )
  }

  #thaw(): void {
    if (this.#frozen === undefined) return
    this.#tail = this.#frozen.source + this.#tail
    this.#frozen = undefined
    this.#inlines.forget()
  }

  #freeze([block, next]: readonly TokenBlock[], completed: Token | undefined): void {
    if (block === undefined || next !== undefined) return
    const { tokens } = block
    const source = (this.#frozen?.head ?? '') + this.#tail
    const settled = this.#inlines.settled
    const frozen =
      tokens[1] === completed && settled !== undefined
        ? freezeParagraph(tokens, settled, source, this.#frozen)
        : freezeChildren({ tokens, completed }, this.#open[0]?.nodes ?? [], source, this.#frozen)
    if (frozen === undefined) {
      // Not before the block is much longer, so that trying costs little.
      this.#freezeAt = this.#tail.length * 1.5
      return
    }
    const taken = frozen.source.length - (this.#frozen?.source.length ?? 0)
    this.#tail = this.#tail.slice(taken)
    this.#frozen = frozen
    this.#freezeAt = this.#tail.length + this.#freezeFrom
    if (frozen.kind === 'paragraph') this.#inlines.renameSettled(PARAGRAPH_HEAD)
    else this.#inlines.forget()
  }

  #parseBlocks(source: string): Token[] {
    this.#references.beginParse()
    return readBlocks(this.#md, source, this.#references)
  }

  #finish(blocks: readonly TokenBlock[]): number {
    const count = countFinished(blocks, this.#tail)
    if (count <= 0) return 0
    const end = offsetOfLine(this.#tail, blocks[count]?.startLine ?? 0)
    const finishedSource = this.#tail.slice(0, end)
    this.#finished.add(blocks.slice(0, count), finishedSource)
    this.#tail = this.#tail.slice(end)
    this.#freezeAt = this.#freezeFrom
    this.#keepDefinitions(finishedSource)
    return count
  }

  // Definitions of the finished part stay; those of the rest are found again with the next parse.
  #keepDefinitions(finishedSource: string): void {
    if (!finishedSource.includes(']:')) return
    this.#parseBlocks(finishedSource)
    this.#references.keep()
    this.#parseBlocks(holdBackLine(withoutHalfLineEnd(this.#tail)))
  }

  #readOpen(blocks: readonly TokenBlock[], completed: Token | undefined): void {
    this.#inlines.begin()
    this.#open = blocks.map(({ tokens }) => ({
      done: false,
      nodes: toBlockNodes(tokens, (token, content) => this.#inlines.read(content, token === completed)),
    }))
    const [first, ...rest] = this.#open
    if (this.#frozen !== undefined && first !== undefined)
      this.#open = [{ done: false, nodes: joinFrozen(first.nodes, this.#frozen) }, ...rest]
    if (this.#inlines.isLiteralEnd) this.#lastText.find(this.#open.at(-1)?.nodes, this.#tail)
    else this.#lastText.forget()
  }
}
