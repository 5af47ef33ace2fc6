import { createHash } from 'node:crypto'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { detectLanguage } from '../text/language.ts'

/** A section of an article: the unit that search finds and answers cite. */
export interface ArticleSection {
  heading: string
  body: string
  /**
   * Questions that the section answers, in the words of people who ask: search matches them, answers never quote them.
   *
   * @default none
   */
  questions?: string[]
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
  questions: z.record(z.string(), z.array(z.coerce.string())).default({}),
})

/**
 * Reads one article: YAML front matter (`title`, `author`, `url`, `topic`, optional `language` and `questions`), then a passage
 * a `##` heading. Text before the first heading becomes a passage without a heading. `questions` lists by heading what a
 * passage answers, as the comment of {@link splitSections} does.
 *
 * @throws {ArticleFormatError} when the front matter or the text is missing
 */
export function parseArticleFile(slug: string, text: string): ArticleFile {
  const source = text.replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n')
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/u.exec(source)
  if (match === null) throw new ArticleFormatError(slug, 'it has no front matter between two lines of ---')
  const [, frontMatter = '', body = ''] = match
  const fields = frontMatterSchema.safeParse(yamlOf(slug, frontMatter))
  if (!fields.success) throw new ArticleFormatError(slug, z.prettifyError(fields.error))
  const { questions, ...named } = fields.data
  const sections = splitSections(body).map(({ heading, body: text, questions: own }) => ({
    heading,
    body: text,
    questions: [...own, ...(Object.hasOwn(questions, heading) ? (questions[heading] ?? []) : [])].slice(
      0,
      mostQuestions,
    ),
  }))
  if (sections.length === 0) throw new ArticleFormatError(slug, 'it has no text')
  return {
    slug,
    ...named,
    language: named.language?.toLowerCase() ?? detectLanguage(`${fields.data.title}. ${body}`),
    sections,
    contentHash: createHash('sha256').update(source).digest('hex'),
  }
}

/** @throws {ArticleFormatError} for what is no YAML, and for aliases that would unfold into a giant value */
function yamlOf(slug: string, text: string): unknown {
  try {
    return parseYaml(text, { maxAliasCount: 10 })
  } catch (error) {
    throw new ArticleFormatError(slug, error instanceof Error ? error.message : String(error))
  }
}

/**
 * Splits Markdown into passages: one a `##` heading, and the text before the first one. A comment that begins with the
 * word `questions` lists the questions that its section answers, one a line:
 *
 * ```md
 * ## How much magnesium adults need
 *
 * <!-- questions
 * - how many mg of magnesium a day
 * -->
 * Adults need 310 to 420 mg …
 * ```
 */
export function splitSections(body: string): Required<ArticleSection>[] {
  return body
    .split(/^(?=##\s)/mu)
    .map((part) => {
      const heading = /^##\s+(.+)$/mu.exec(part)?.[1]?.trim() ?? ''
      const text = heading === '' ? part : part.slice(part.indexOf('\n') + 1)
      return Object.assign({ heading }, takeQuestions(text))
    })
    .filter((section) => section.body !== '')
}

const opening = '<!-- questions'
const closing = '-->'
// Questions of a section that search reads, and characters of each: bounds the index.
const mostQuestions = 24
const longestQuestion = 200

function takeQuestions(text: string): { body: string; questions: string[] } {
  const questions: string[] = []
  const kept: string[] = []
  let at = 0
  for (;;) {
    const from = text.indexOf(opening, at)
    const to = from === -1 ? -1 : text.indexOf(closing, from)
    if (to === -1) break
    kept.push(text.slice(at, from))
    for (const line of text.slice(from + opening.length, to).split('\n')) {
      const question = line.trim().replace(/^[-*]\s+/u, '')
      if (question !== '') questions.push(question.slice(0, longestQuestion))
    }
    at = to + closing.length
  }
  kept.push(text.slice(at))
  return { body: kept.join('').trim(), questions: questions.slice(0, mostQuestions) }
}

/** The Markdown that {@link splitSections} makes the same sections of. */
export function joinSections(sections: readonly ArticleSection[]): string {
  return sections
    .map(({ heading, body, questions = [] }) =>
      [...(heading === '' ? [] : [`## ${heading}`]), ...listQuestions(questions), body].join('\n\n'),
    )
    .join('\n\n')
}

function listQuestions(questions: readonly string[]): string[] {
  if (questions.length === 0) return []
  return [[opening, ...questions.map((question) => `- ${question}`), closing].join('\n')]
}
