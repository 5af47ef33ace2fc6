/** Markdown with one title and the rest of the text. */
export interface TitledMarkdown {
  /** Empty where the text has no heading of the first level at its start. */
  title: string
  body: string
}

const fence = /^ {0,3}(?:`{3,}|~{3,})/u
const heading = /^(#{1,6})[ \t]+(\S.*)$/u

/**
 * Takes the first heading as the title, and moves the other headings so that those of the highest level begin
 * passages (`##`).
 */
export function withSections(markdown: string): TitledMarkdown {
  const lines = markdown.replaceAll('\r\n', '\n').split('\n')
  const headings = findHeadings(lines)
  const [first] = headings
  const before = first === undefined ? '' : lines.slice(0, first.line).join('').trim()
  const isTitled = first?.level === 1 && before === ''
  const rest = isTitled ? headings.slice(1) : headings
  const highest = Math.min(...rest.map(({ level }) => level))
  for (const { line, level, text } of rest) {
    lines[line] = `${'#'.repeat(Math.min(6, Math.max(2, level - highest + 2)))} ${text}`
  }
  if (isTitled) lines.splice(first.line, 1)
  return { title: isTitled ? first.text : '', body: lines.join('\n').trim() }
}

function findHeadings(lines: readonly string[]) {
  const found: { line: number; level: number; text: string }[] = []
  let isCode = false
  for (const [line, content] of lines.entries()) {
    if (fence.test(content)) isCode = !isCode
    const [, marks, text] = isCode ? [] : (heading.exec(content) ?? [])
    if (marks !== undefined && text !== undefined) {
      found.push({ line, level: marks.length, text: text.trim() })
    }
  }
  return found
}
