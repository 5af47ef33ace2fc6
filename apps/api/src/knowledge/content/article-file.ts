import { createHash } from 'node:crypto'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { detectLanguage } from '../text/language.ts'

/** A section of an article: the unit that search finds and answers cite. */
export interface ArticleSection {
  heading: string
  body: string
}

/** An article as its Markdown file holds it. */
export interface ArticleFile {
  slug: string
  title: string
  author: string
  url: string
  topic: string
  /** BCP 47 language: the front matter's `language`, else detected. */
  language: string
  sections: ArticleSection[]
  /** SHA-256 of the file's text, hexadecimal. */
  contentHash: string
}

/** A Markdown file that cannot be imported, with the reason. */
export class ArticleFormatError extends Error {
  override readonly name = 'ArticleFormatError'

  constructor(slug: string, reason: string) {
    super(`${slug}.md: ${reason}`)
  }
}

const frontMatterSchema = z.object({
  title: z.string().trim().min(1),
  author: z.string().trim().min(1),
  url: z.url({ protocol: /^https?$/u }),
  topic: z.string().trim().min(1),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/u)
    .optional(),
})

/**
 * Reads one article: YAML front matter (`title`, `author`, `url`, `topic`, optional `language`), then a passage a `##` heading.
 * Text before the first heading becomes a passage without a heading.
 *
 * @throws {ArticleFormatError} when the front matter or the text is missing
 */
export function parseArticleFile(slug: string, text: string): ArticleFile {
  const source = text.replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n')
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/u.exec(source)
  if (match === null) throw new ArticleFormatError(slug, 'it has no front matter between two lines of ---')
  const [, frontMatter = '', body = ''] = match
  const fields = frontMatterSchema.safeParse(parseYaml(frontMatter))
  if (!fields.success) throw new ArticleFormatError(slug, z.prettifyError(fields.error))
  const sections = splitSections(body)
  if (sections.length === 0) throw new ArticleFormatError(slug, 'it has no text')
  return {
    slug,
    ...fields.data,
    language: fields.data.language?.toLowerCase() ?? detectLanguage(`${fields.data.title}. ${body}`),
    sections,
    contentHash: createHash('sha256').update(source).digest('hex'),
  }
}

/** Splits Markdown into passages: one a `##` heading, and the text before the first one. */
export function splitSections(body: string): ArticleSection[] {
  return body
    .split(/^(?=##\s)/mu)
    .map((part) => {
      const heading = /^##\s+(.+)$/mu.exec(part)?.[1]?.trim() ?? ''
      const text = heading === '' ? part : part.slice(part.indexOf('\n') + 1)
      return { heading, body: text.trim() }
    })
    .filter((section) => section.body !== '')
}

/** The Markdown that {@link splitSections} makes the same sections of. */
export function joinSections(sections: readonly ArticleSection[]): string {
  return sections
    .map(({ heading, body }) => (heading === '' ? body : `## ${heading}\n\n${body}`))
    .join('\n\n')
}
