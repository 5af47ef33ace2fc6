#!/usr/bin/env node
// Asks a running server every question of the set and judges the answers. Node 24, nothing else. See README.md.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const here = dirname(fileURLToPath(import.meta.url))
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    content: { type: 'string', default: process.env.CONTENT_DIR ?? 'apps/api/demo' },
    'at-once': { type: 'string', default: '6' },
    as: { type: 'string', default: 'user' },
    only: { type: 'string' },
    check: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
  },
})
const baseUrl = (process.env.BASE_URL ?? 'http://localhost:8000').replace(/\/$/u, '')
const account = {
  email: process.env.USER_EMAIL ?? 'user@example.com',
  password: process.env.USER_PASSWORD ?? 'demonstration-only',
}

// ---------------------------------------------------------------- the set and the content

const parts = positionals.length > 0 ? positionals : ['visible', 'held'].map((name) => join(here, name))
const items = parts
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))),
  )
  .filter(({ id, stratum }) => options.only === undefined || id === options.only || stratum === options.only)

const knownArticles = JSON.parse(readFileSync(join(here, 'articles.json'), 'utf8'))
const known = new Set(knownArticles.map(({ slug }) => slug))
const slugOfUrl = new Map(knownArticles.map(({ slug, url }) => [urlKey(url), slug]))
const content = readContent(options.content)
for (const article of content.articles) slugOfUrl.set(urlKey(article.url), article.slug)

function urlKey(url) {
  return String(url).trim().replace(/#.*$/u, '').replace(/\/$/u, '').toLowerCase()
}

function readContent(folder) {
  const articles = []
  const dir = join(folder, 'articles')
  if (existsSync(dir))
    for (const name of readdirSync(dir)
      .filter((file) => file.endsWith('.md'))
      .sort()) {
      const raw = readFileSync(join(dir, name), 'utf8')
      const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/u.exec(raw) ?? []
      const field = (key) =>
        (new RegExp(`^${key}:\\s*(.*)$`, 'mu').exec(front)?.[1] ?? '').trim().replace(/^(['"])(.*)\1$/u, '$2')
      const passages = body
        .split(/^## /mu)
        .slice(1)
        .map((part) => {
          const [heading = '', ...rest] = part.split('\n')
          const text = rest.join(' ').replace(/\s+/gu, ' ').trim()
          return { heading: heading.trim(), text, sentences: sentencesOf(text) }
        })
      articles.push({ slug: name.slice(0, -3), title: field('title'), url: field('url'), passages })
    }
  const file = join(folder, 'products.json')
  const products = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  return { articles, products }
}

// ---------------------------------------------------------------- text

/** Sentences; a full stop of an abbreviation or a number ends none. */
function sentencesOf(text) {
  const held = text
    .replace(/\b(St|Dr|Mr|Mrs|Ms|vs|e\.g|i\.e|U\.S|U\.K|a\.m|p\.m)\./gu, (whole) =>
      whole.replaceAll('.', '\u0001'),
    )
    .split(/(?<=[.!?؟][)"”’»]?)\s+(?=["“‘«(]?[\p{L}\p{N}])/u)
  return held.map((part) => part.replaceAll('\u0001', '.').trim()).filter((part) => part !== '')
}

function plain(text) {
  return text
    .normalize('NFKC')
    .replace(/[٠-٩]/gu, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[‘’ʼ]/gu, "'")
    .replace(/[“”«»]/gu, '"')
    .replace(/[‐‑‒–—]/gu, '-')
    .replace(/\*\*|__|`/gu, '')
    .replace(/[ \t\u00a0\u202f]+/gu, ' ')
}

const citationPattern = /\s?(?:\[\^?\d+(?:\s?[,–-]\s?\d+)*\](?!\()|【\d+[^】]*】)/gu

function withoutCitations(text) {
  return text.replace(citationPattern, '')
}

function numbersCited(text) {
  const numbers = []
  for (const [mark] of text.matchAll(citationPattern))
    for (const [, from, to] of mark.matchAll(/(\d+)(?:\s?[–-]\s?(\d+))?/gu))
      for (let number = Number(from); number <= Number(to ?? from) && number < 1000; number++)
        numbers.push(number)
  return numbers
}

function tokens(text) {
  return (
    plain(withoutCitations(text))
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:[.,'][\p{L}\p{N}]+)*/gu) ?? []
  )
}

function pattern(text) {
  const [, source] = /^\/(.*)\/$/su.exec(text) ?? []
  return new RegExp(source ?? plain(text).replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'), 'iu')
}

const stopWords = {
  en: 'the of and to in is that for it with as are on be this by not or from have you a an can at which may do does about',
  es: 'el la los las de que y en un una es por con para no se del al como más pero su lo está son sobre esta este puede',
  de: 'der die das und ist in zu den nicht von mit sich auf für ein eine dem des im auch es an werden aus er hat sind dazu kann keine',
  fr: 'le la les des et est en un une que pour dans ce il au sur pas plus par avec sont ne qui ou se du de cette peut aux',
  pt: 'o a os as de que e em um uma é por com para não se do da dos das ao mais mas seu sua são sobre esta este pode no na ou nos às também',
}
const stopSets = Object.entries(stopWords).map(([language, words]) => [language, new Set(words.split(' '))])

function languageOf(text) {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return undefined
  if ((text.match(/\p{Script=Arabic}/gu)?.length ?? 0) / letters > 0.5) return 'ar'
  const words = tokens(text)
  const [best, second] = stopSets
    .map(([language, set]) => ({ language, count: words.filter((word) => set.has(word)).length }))
    .sort((left, right) => right.count - left.count)
  return best.count > second.count ? best.language : undefined
}

function readingGrade(text) {
  const sentences = sentencesOf(text)
  const words = text.match(/\p{L}[\p{L}'’-]*/gu) ?? []
  if (sentences.length === 0 || words.length < 5) return undefined
  const syllables = words.reduce((sum, word) => {
    const groups =
      word
        .toLowerCase()
        .replace(/(?:e|es|ed)$/u, '')
        .match(/[aeiouy]+/gu)?.length ?? 0
    return sum + Math.max(1, groups)
  }, 0)
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
}

// ---------------------------------------------------------------- sentences of the sources

const sources = content.articles.flatMap(({ slug, passages }) =>
  passages.flatMap(({ heading, sentences }) =>
    sentences.map((text, place) => ({ slug, heading, place, text, words: tokens(text) })),
  ),
)
const sourceByWords = new Map(sources.map((source) => [source.words.join(' '), source]))
const sourcesByRun = new Map()
const runLength = 5
for (const source of sources)
  for (let at = 0; at + runLength <= source.words.length; at++) {
    const run = source.words.slice(at, at + runLength).join(' ')
    const list = sourcesByRun.get(run)
    if (list === undefined) sourcesByRun.set(run, new Set([source]))
    else list.add(source)
  }
const headings = new Set(
  content.articles.flatMap(({ passages }) => passages.map(({ heading }) => tokens(heading).join(' '))),
)

const listLine =
  /^\W*(?:related|see also|read more|further reading|more in the sources|from the shop|sources?:)/iu

/** Paragraphs and points of an answer that say something: no headings, no lists of what else there is, no tables' rules. */
function blocksOf(text) {
  return text
    .split(/\n+/u)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^#{1,6}\s/u.test(line) && !/^\|?[\s:|-]+\|?$/u.test(line))
    .map((line) => line.replace(/^(?:[-*+•]|\d+[.)]|>)\s+/u, ''))
}

/** How much of an answer's sentence stands in a row in a source, and whether that leaves part of the source's sentence out. */
function nearest(words) {
  const candidates = new Set()
  for (let at = 0; at + runLength <= words.length; at++)
    for (const source of sourcesByRun.get(words.slice(at, at + runLength).join(' ')) ?? [])
      candidates.add(source)
  let best
  for (const source of candidates) {
    let run = 0
    const other = source.words
    for (let start = 0; start < words.length; start++)
      for (let from = 0; from < other.length; from++) {
        let length = 0
        while (start + length < words.length && words[start + length] === other[from + length]) length++
        if (length > run) run = length
      }
    const whole = run === other.length
    if (best === undefined || (whole && !best.whole) || (whole === best.whole && run > best.run))
      best = { source, run, whole }
  }
  return best
}

const connective =
  /^(?:however|therefore|thus|hence|consequently|moreover|furthermore|in addition|also|instead|but|and|so|then|they|them|their|it|its|these|those|this|that|such|in that|in this|in these|the same|as a result|for this reason|because of this|both|another)\b/iu
const lateConnective = /^(?:[\p{L}\p{N}'’-]+\s+){1,5}?(?:also|instead|therefore|however)\b/iu

/** The sentences of an answer against those of the sources. */
function inspectSentences(text) {
  const found = { quoted: 0, cut: [], dangling: [], lateDangling: [], frame: [] }
  for (const block of blocksOf(text)) {
    if (listLine.test(block)) continue
    let before
    for (const sentence of sentencesOf(withoutCitations(block))) {
      const words = tokens(sentence)
      if (words.length === 0 || headings.has(words.join(' '))) continue
      const exact = sourceByWords.get(words.join(' '))
      const near = exact === undefined && words.length >= runLength ? nearest(words) : undefined
      const copied = near !== undefined && near.run >= words.length * 0.8
      if (exact === undefined && !copied) {
        found.frame.push(sentence)
        before = undefined
        continue
      }
      found.quoted += 1
      const source = exact ?? near.source
      if (exact === undefined && !near.whole) found.cut.push(sentence)
      const follows =
        before !== undefined &&
        before.slug === source.slug &&
        before.heading === source.heading &&
        before.place === source.place - 1
      if (exact !== undefined && !follows) {
        if (connective.test(source.text)) found.dangling.push(sentence)
        else if (lateConnective.test(source.text) && source.place > 0) found.lateDangling.push(sentence)
      }
      before = source
    }
  }
  return found
}

// ---------------------------------------------------------------- asking

const jar = new Map()

async function call(path, body) {
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: baseUrl,
        ...(jar.size > 0 ? { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/u.exec(cookie) ?? []
      if (name !== undefined) jar.set(name, value)
    }
    if (response.status !== 429 || attempt >= 4) return response
    await response.text()
    limited += 1
    await new Promise((done) =>
      setTimeout(done, 1000 * Math.min(65, Number(response.headers.get('retry-after') ?? 10))),
    )
  }
}
let limited = 0

/** One question; `said` is what a guest sends along, `conversation` what an account goes on with. */
async function ask(text, { conversation, said }) {
  const started = performance.now()
  const answer = {
    text: '',
    citations: [],
    products: new Set(),
    failed: undefined,
    outcome: undefined,
    safety: undefined,
    conversation,
  }
  try {
    const response = await call('/api/chat', {
      text,
      ...(options.as === 'guest'
        ? { conversation: said }
        : conversation === undefined
          ? {}
          : { conversation_id: conversation }),
    })
    if (!response.ok || !(response.headers.get('content-type') ?? '').startsWith('text/event-stream'))
      throw new Error(`${response.status} ${(await response.text()).slice(0, 120)}`)
    let rest = ''
    let done = false
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      rest += chunk
      const lines = rest.split(/\r?\n/u)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (!line.startsWith('data:')) continue
        const data = line.slice(5).trim()
        if (data === '[DONE]') done = true
        else take(answer, data, started)
      }
    }
    if (!done) answer.failed = 'no [DONE]'
  } catch (error) {
    answer.failed = String(error.message ?? error)
  }
  answer.end = performance.now() - started
  return answer
}

function take(answer, data, started) {
  let event
  try {
    event = JSON.parse(data)
  } catch {
    return
  }
  const { type, content } = event
  if (type === 'LLM_Response') {
    answer.first ??= performance.now() - started
    answer.text += content ?? event.text ?? event.delta ?? ''
  } else if (type === 'message') answer.conversation = content?.conversation_id ?? answer.conversation
  else if (type === 'citations') answer.citations = (Array.isArray(content) ? content : []).map(citationOf)
  else if (type === 'product_update') addProducts(answer.products, content)
  else if (type === 'outcome') answer.outcome = content
  else if (type === 'safety') answer.safety = content
  else if (type === 'error') answer.failed = event.message ?? content?.message ?? content ?? 'error'
}

function citationOf(given, index) {
  if (typeof given !== 'string')
    return {
      number: Number(given?.citation_num ?? index + 1),
      title: given?.title ?? given?.citation_string ?? '',
      url: given?.url ?? '',
      quote: given?.quote,
    }
  const [, number, title, url] = /^\[(\d+)\]\s*(.*?)\s*(?:\((\S+)\))?$/su.exec(given) ?? []
  return { number: Number(number ?? index + 1), title: title ?? given, url: url ?? '' }
}

const nameOfPk = new Map(content.products.map(({ pk, name }) => [pk, name]))

function addProducts(shown, content) {
  const { original = '', replacement = '' } = content ?? {}
  if (Array.isArray(replacement)) for (const { name } of replacement) shown.add(name)
  else
    for (const [, attributes, name] of String(replacement).matchAll(/<a\b([^>]*)>([^<]*)<\/a>/gu))
      shown.add(nameOfPk.get(/data-pk="([^"]*)"/u.exec(attributes)?.[1]) ?? name)
  if (replacement.length === 0)
    for (const [, name] of original.matchAll(/<product[^>]*>([^<]*)</gu)) shown.add(name)
}

// ---------------------------------------------------------------- judging

const outcomes = new Set(['answered', 'partial', 'uncovered', 'refused', 'safety'])
const saysUncovered =
  /knowledge base (?:does not cover|says no more|gives no)|do not know the answer|found nothing about this|(?:articles|sources) (?:here )?(?:do not|don't) cover/iu
const saysRefused = /^I answer questions from the articles of this knowledge base/iu
const saysSafety = /call your local emergency number/iu
const saysNotSold =
  /(?:do(?:es)? not|don't|doesn't|cannot) (?:sell|stock|carry|have|offer|find)|not (?:sold|in the shop|in our shop|available|part of)|no [^.]{1,50} in (?:the|our|this) shop/iu

/** What became of the question: the server's event, else read from the words that the server at a8f7c5c uses. */
function outcomeOf(answer, cited) {
  if (outcomes.has(answer.outcome)) return answer.outcome
  if (answer.safety !== undefined || saysSafety.test(answer.text)) return 'safety'
  if (saysRefused.test(answer.text)) return 'refused'
  const nothing = cited.length === 0 && answer.products.size === 0
  if (saysUncovered.test(answer.text)) return nothing ? 'uncovered' : 'partial'
  return nothing ? 'uncovered' : 'answered'
}

function slugOf(citation) {
  return slugOfUrl.get(urlKey(citation.url)) ?? `new:${citation.title}`
}

function judge(item, turn, place, answer) {
  const list = answer.citations
  const byNumber = new Map(list.map((citation) => [citation.number, slugOf(citation)]))
  const slugsIn = (text) => [
    ...new Set(
      numbersCited(text)
        .map((number) => byNumber.get(number))
        .filter((slug) => slug !== undefined),
    ),
  ]
  const cited = slugsIn(answer.text)
  const citedToAnswer = slugsIn(
    answer.text
      .split('\n')
      .filter((line) => !listLine.test(line.trim()))
      .join('\n'),
  )
  const outcome = outcomeOf(answer, cited)
  const words = plain(withoutCitations(answer.text))
  const shown = new Set(answer.products)
  for (const { name } of content.products) if (words.includes(name)) shown.add(name)

  const {
    gold = [],
    all = [],
    facts = [],
    never = [],
    allowed = [],
    products = [],
    also = [],
    never_products: neverProducts = [],
  } = turn
  const row = {
    id: item.id,
    turn: place + 1,
    stratum: item.stratum,
    kind: item.kind,
    language: item.language,
    ask: turn.ask,
    expect: turn.expect,
    outcome,
    outcome_given: outcomes.has(answer.outcome),
    cited,
    products: [...shown],
    text: answer.text,
    failed: answer.failed,
    first_ms: answer.first,
    end_ms: answer.end,
    misses: [],
  }
  const declined =
    outcome === 'uncovered' || outcome === 'refused' || (outcome === 'safety' && cited.length === 0)
  const isNew = (slug) => !known.has(slug)
  const factsMissing = facts.filter((fact) => !pattern(fact).test(words))
  const neverFound = never.filter((fact) => pattern(fact).test(words))
  row.facts = facts.length
  row.facts_found = facts.length - factsMissing.length
  row.never = never.length
  row.never_found = neverFound.length
  const allFacts = factsMissing.length === 0
  // An article that came after the set was made may answer as well; then the facts decide.
  const byNewArticle = cited.some(isNew) && allFacts && facts.length > 0
  const goldHit = gold.some((slug) => citedToAnswer.includes(slug)) || (gold.length > 0 && byNewArticle)
  const miss = (what, detail = '') => row.misses.push(`${what}${detail === '' ? '' : `: ${detail}`}`)
  const lapsed =
    turn.unless !== undefined &&
    content.articles
      .map(({ slug, title, passages }) => [
        slug,
        [title, ...passages.map(({ heading }) => heading)].join(' '),
      ])
      .some(([slug, names]) => isNew(slug) && pattern(turn.unless).test(names))

  if (answer.failed !== undefined) miss('failed', answer.failed)
  else if (lapsed) row.lapsed = true
  else if (turn.expect === 'answer') {
    row.gold_hit = goldHit
    row.all_hit =
      all.length === 0 ? undefined : all.every((group) => group.some((slug) => citedToAnswer.includes(slug)))
    row.false_refusal = declined && !goldHit
    row.wrong = !declined && !goldHit
    row.right = goldHit && allFacts && neverFound.length === 0 && row.all_hit !== false
    row.articles = citedToAnswer.filter((slug) => !isNew(slug)).length
    row.articles_gold = citedToAnswer.filter((slug) => gold.includes(slug)).length
    if (citedToAnswer.length > 0) row.first_gold = gold.includes(citedToAnswer[0]) || isNew(citedToAnswer[0])
    if (row.false_refusal) miss('refused what is covered', gold.join(' | '))
    else if (row.wrong && gold.some((slug) => cited.includes(slug)))
      miss('names the gold only as further reading', `answers from ${citedToAnswer.join(', ') || 'nothing'}`)
    else if (row.wrong)
      miss('cites none of the gold', `${cited.join(', ') || 'nothing'} for ${gold.join(' | ')}`)
    else {
      if (!allFacts) miss('fact missing', factsMissing.join(' '))
      if (row.all_hit === false) miss('one side missing', all.map((group) => group.join('|')).join(' + '))
    }
    if (neverFound.length > 0) miss('says what it must not', neverFound.join(' '))
  } else if (turn.expect === 'shop') {
    const extra = [...shown].filter((name) => !products.includes(name) && !also.includes(name))
    row.product_hits = products.filter((name) => shown.has(name)).length
    row.product_gold = products.length
    row.product_shown = shown.size
    row.product_extra = extra.length
    row.false_refusal = declined && row.product_hits === 0
    row.wrong = !declined && products.length > 0 && row.product_hits === 0
    row.right = row.product_hits === products.length && extra.length === 0 && allFacts
    if (row.false_refusal) miss('refused what the shop has', products.join(' | '))
    else {
      if (row.product_hits < products.length)
        miss('product missing', products.filter((name) => !shown.has(name)).join(' | '))
      if (!allFacts) miss('fact missing', factsMissing.join(' '))
    }
    if (extra.length > 0) miss('product beside the question', extra.join(' | '))
  } else if (turn.expect === 'not_sold') {
    const extra = [...shown].filter((name) => !also.includes(name))
    const strangers = cited.filter((slug) => !gold.includes(slug) && !isNew(slug))
    row.product_shown = shown.size
    row.product_extra = extra.length
    row.wrong = extra.length > 0 || strangers.length > 0
    row.right = !row.wrong && (declined || outcome === 'partial' || saysNotSold.test(words))
    if (extra.length > 0) miss('shows what was not asked for', extra.join(' | '))
    if (strangers.length > 0) miss('cites beside the question', strangers.join(', '))
    if (extra.length === 0 && strangers.length === 0 && !row.right) miss('does not say that it is not sold')
  } else if (turn.expect === 'uncovered') {
    const strangers = cited.filter((slug) => !allowed.includes(slug))
    row.bad_citation = strangers.length > 0
    row.wrong = strangers.length > 0 || neverFound.length > 0
    row.right = !row.wrong && outcome !== 'answered'
    if (strangers.length > 0) miss('cites beside the question', strangers.join(', '))
    if (neverFound.length > 0) miss('says what it must not', neverFound.join(' '))
    if (!row.wrong && outcome === 'answered') miss('claims to have answered', cited.join(', '))
  } else if (turn.expect === 'decline' || turn.expect === 'chat') {
    row.bad_citation = cited.length > 0
    row.wrong = cited.length > 0 || neverFound.length > 0 || shown.size > 0
    row.right = !row.wrong && (turn.expect === 'chat' || declined)
    if (cited.length > 0) miss('cites beside the question', cited.join(', '))
    if (shown.size > 0) miss('product beside the question', [...shown].join(' | '))
    if (neverFound.length > 0) miss('says what it must not', neverFound.join(' '))
  } else if (turn.expect === 'mixed') {
    const strangers = cited.filter((slug) => !allowed.includes(slug))
    row.bad_citation = strangers.length > 0
    row.wrong = strangers.length > 0 || neverFound.length > 0
    row.right = !row.wrong
    if (strangers.length > 0) miss('cites beside the question', strangers.join(', '))
    if (neverFound.length > 0) miss('says what it must not', neverFound.join(' '))
  } else if (turn.expect === 'open') {
    row.gold_hit = goldHit
    row.wrong = !declined && !goldHit
    if (row.wrong) miss('cites none of the gold', `${cited.join(', ') || 'nothing'} for ${gold.join(' | ')}`)
    else if (goldHit && !allFacts) miss('fact missing', factsMissing.join(' '))
    if (!goldHit) row.facts = row.facts_found = 0
  }
  const shownNever = neverProducts.includes('*')
    ? [...shown]
    : neverProducts.filter((name) => shown.has(name))
  row.never_product = shownNever.length
  if (shownNever.length > 0) {
    row.right = false
    miss('product that must not be shown', shownNever.join(' | '))
  }

  row.listed = list.length
  row.listed_cited = list.filter(({ number }) => numbersCited(answer.text).includes(number)).length
  row.unknown_numbers = numbersCited(answer.text).filter((number) => !byNumber.has(number)).length
  if (row.unknown_numbers > 0) miss('cites numbers that are not listed')
  const quotes = list.filter(({ quote }) => typeof quote === 'string' && quote !== '')
  row.quotes = quotes.length
  row.quotes_faithful = quotes.filter(({ quote, url }) =>
    isInArticle(quote, slugOfUrl.get(urlKey(url))),
  ).length
  if (row.quotes_faithful < row.quotes) miss('a quote is not in its article')

  const sentences = inspectSentences(answer.text)
  row.quoted = sentences.quoted
  row.cut = sentences.cut
  row.dangling = sentences.dangling
  row.late_dangling = sentences.lateDangling
  if (sentences.cut.length > 0) miss('cut sentence', sentences.cut.join(' / '))
  if (sentences.dangling.length > 0) miss('dangling beginning', sentences.dangling.join(' / '))
  const frame = sentences.frame.filter((part) => !listLine.test(part)).join(' ')
  row.frame_language = languageOf(tokens(frame).length >= 3 ? frame : withoutCitations(answer.text))
  row.language_right = row.frame_language === item.language
  if (turn.expect === 'open') {
    row.right = row.language_right && (goldHit ? allFacts : declined)
    if (!row.language_right) miss(`not in ${item.language}`, row.text.replace(/\s+/gu, ' ').slice(0, 60))
  }
  if (item.language === 'en' && !declined)
    row.grade = readingGrade(
      blocksOf(withoutCitations(answer.text))
        .filter((line) => !listLine.test(line))
        .join(' '),
    )
  if (answer.outcome !== undefined && !outcomes.has(answer.outcome))
    miss('unknown outcome', String(answer.outcome))
  if (answer.outcome === 'answered' && cited.length === 0 && shown.size === 0)
    miss('answered without a source')
  return row
}

function isInArticle(quote, slug) {
  const article = content.articles.find((one) => one.slug === slug)
  if (article === undefined) return true
  const text = ` ${article.passages.map((passage) => tokens(passage.text).join(' ')).join(' ')} `
  return quote
    .split(/\s*(?:…|\.\.\.)\s*/u)
    .every((part) => text.includes(` ${tokens(part).join(' ')} `) || tokens(part).length === 0)
}

// ---------------------------------------------------------------- figures

function share(rows, has) {
  const of = rows.length
  return { of, is: rows.filter(has).length, share: of === 0 ? undefined : rows.filter(has).length / of }
}

function percentile(values, part) {
  const sorted = values.filter((value) => value !== undefined).sort((left, right) => left - right)
  return sorted.length === 0
    ? undefined
    : sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)]
}

const sum = (rows, key) =>
  rows.reduce((total, row) => total + (Array.isArray(row[key]) ? row[key].length : (row[key] ?? 0)), 0)
const ratio = (is, of) => ({ is, of, share: of === 0 ? undefined : is / of })

function figuresOf(rows) {
  const judged = rows.filter((row) => !row.lapsed && row.failed === undefined)
  const answerable = judged.filter((row) => row.expect === 'answer')
  const shop = judged.filter((row) => row.product_gold !== undefined && row.product_gold > 0)
  const sold = judged.filter((row) => row.product_shown !== undefined)
  const followUps = judged.filter((row) => row.stratum === 'dialogues' && row.turn > 1)
  const uncovered = judged.filter((row) => row.stratum === 'uncovered')
  const foreign = judged.filter((row) => row.stratum === 'languages')
  const factual = answerable.filter((row) => row.facts > 0)
  return {
    questions: { is: rows.length, of: rows.length },
    failed: ratio(rows.length - judged.length - rows.filter((row) => row.lapsed).length, rows.length),
    article_recall: share(answerable, (row) => row.gold_hit),
    article_recall_no_shared_word: share(
      answerable.filter((row) => row.stratum === 'lay' && row.kind === 'no_shared_word'),
      (row) => row.gold_hit,
    ),
    article_recall_shared_word: share(
      answerable.filter((row) => row.stratum === 'lay' && row.kind === 'shared_word'),
      (row) => row.gold_hit,
    ),
    first_article_gold: share(
      answerable.filter((row) => row.first_gold !== undefined),
      (row) => row.first_gold,
    ),
    article_precision: ratio(sum(answerable, 'articles_gold'), sum(answerable, 'articles')),
    fact_recall: ratio(sum(factual, 'facts_found'), sum(factual, 'facts')),
    never_said: share(
      judged.filter((row) => row.never > 0),
      (row) => row.never_found > 0,
    ),
    wrong_answers: share(
      judged.filter((row) => row.wrong !== undefined),
      (row) => row.wrong,
    ),
    false_refusals: share(
      judged.filter((row) => row.false_refusal !== undefined),
      (row) => row.false_refusal,
    ),
    follow_ups_right: share(followUps, (row) => row.right),
    follow_ups_article: share(
      followUps.filter((row) => row.expect === 'answer'),
      (row) => row.gold_hit,
    ),
    comparisons_both_sides: share(
      judged.filter((row) => row.all_hit !== undefined),
      (row) => row.all_hit,
    ),
    product_recall: ratio(sum(shop, 'product_hits'), sum(shop, 'product_gold')),
    product_precision: ratio(
      sum(sold, 'product_shown') - sum(sold, 'product_extra'),
      sum(sold, 'product_shown'),
    ),
    products_unasked: share(answerable, (row) => row.products.length > 0),
    never_products_shown: ratio(judged.filter((row) => row.never_product > 0).length, judged.length),
    uncovered_right: share(uncovered, (row) => row.right),
    uncovered_bad_citation: share(uncovered, (row) => row.bad_citation),
    beside_right: share(
      judged.filter((row) => row.stratum === 'beside'),
      (row) => row.right,
    ),
    language_match: share(foreign, (row) => row.language_right),
    languages_answered: share(foreign, (row) => row.gold_hit),
    whole_sentences: ratio(sum(judged, 'quoted') - sum(judged, 'cut'), sum(judged, 'quoted')),
    dangling: ratio(sum(judged, 'dangling'), sum(judged, 'quoted')),
    late_dangling: ratio(sum(judged, 'late_dangling'), sum(judged, 'quoted')),
    sources_cited: ratio(sum(judged, 'listed_cited'), sum(judged, 'listed')),
    quotes_faithful: ratio(sum(judged, 'quotes_faithful'), sum(judged, 'quotes')),
    outcome_given: share(judged, (row) => row.outcome_given),
    right: share(
      judged.filter((row) => row.right !== undefined),
      (row) => row.right,
    ),
  }
}

function printTable(rows, figures) {
  const strata = [...new Set(rows.map((row) => row.stratum))]
  const percent = (value) =>
    value === undefined || Number.isNaN(value) ? '-' : `${(100 * value).toFixed(1)} %`
  const line = (cells) =>
    console.log(
      cells
        .map((cell, index) => (index === 0 ? String(cell).padEnd(30) : String(cell).padStart(12)))
        .join(' '),
    )
  console.log('')
  line(['stratum', 'questions', 'right', 'wrong', 'refused', 'article', 'facts', 'set aside'])
  for (const stratum of [...strata, 'all']) {
    const of = rows.filter((row) => stratum === 'all' || row.stratum === stratum)
    const judged = of.filter((row) => !row.lapsed && row.failed === undefined)
    const withFacts = judged.filter((row) => row.facts > 0)
    line([
      stratum,
      of.length,
      percent(
        share(
          judged.filter((row) => row.right !== undefined),
          (row) => row.right,
        ).share,
      ),
      percent(
        share(
          judged.filter((row) => row.wrong !== undefined),
          (row) => row.wrong,
        ).share,
      ),
      percent(
        share(
          judged.filter((row) => row.false_refusal !== undefined),
          (row) => row.false_refusal,
        ).share,
      ),
      percent(
        share(
          judged.filter((row) => row.gold_hit !== undefined),
          (row) => row.gold_hit,
        ).share,
      ),
      percent(ratio(sum(withFacts, 'facts_found'), sum(withFacts, 'facts')).share),
      of.length - judged.length,
    ])
  }
  console.log('')
  for (const [name, figure] of Object.entries(figures))
    line([name, `${figure.is}/${figure.of}`, percent(figure.share)])
  const grades = rows.map((row) => row.grade).filter((grade) => grade !== undefined)
  line(['reading_grade (p50)', '', percentile(grades, 0.5)?.toFixed(1) ?? '-'])
  for (const key of ['first_ms', 'end_ms'])
    line([
      key,
      `p50 ${Math.round(
        percentile(
          rows.map((row) => row[key]),
          0.5,
        ) ?? 0,
      )}`,
      `p95 ${Math.round(
        percentile(
          rows.map((row) => row[key]),
          0.95,
        ) ?? 0,
      )}`,
    ])
  if (limited > 0)
    console.log(
      `\nThe server's limits held the run up ${limited} times: its times count for nothing. Raise USER_QUESTIONS_PER_MINUTE and the like.`,
    )
  if (content.articles.length === 0)
    console.log(`\nNo articles in ${options.content}: sentences were not compared. Give --content.`)
}

// ---------------------------------------------------------------- checking the set itself

const commonWords = new Set(
  "a about above after again all along also always am an and any anybody anything are aren't as ask at away be because been before being below best better between both but by came can can't cannot come could count did do does doesn't doing don't done down each either else enough ever every everybody everything for from further get gets getting give given go goes going gone good got had has have having he help helps her here hers herself him himself his how i i'd i'll i'm i've if in into is isn't it it's its itself just keep keeps kind kinds least let like long lot made make makes many matter may me might mine more most much must my myself need needs never no nobody not nothing now of off ok on once one only or other ought our ours out over own people person please put really right round same say says shall she should since so some somebody someone something still such take takes taking tell than that that's the their them then there there's these they they're thing things this those through times to too try under until up us use used using very want was wasn't way we well were what what's when when's where which while who whom whose why will with within without won't work works would yes yet you you'd you'll your yours yourself".split(
    ' ',
  ),
)

function stem(word) {
  return word
    .replace(/'s$/u, '')
    .replace(/(?:ies|ied)$/u, 'y')
    .replace(/(?<=\p{L}{3})(?:ing|edly|ed|es|s|ly)$/u, '')
    .replace(/(.)\1$/u, '$1')
    .replace(/(?<=\p{L}{3})e$/u, '')
}

function contentWords(text) {
  return new Set(
    tokens(text)
      .filter((word) => !commonWords.has(word) && (word.length > 1 || /[^aist]/u.test(word)))
      .map(stem),
  )
}

function check() {
  const problems = []
  const passageOf = new Map(
    content.articles.flatMap(({ slug, title, passages }) =>
      passages.map((passage) => [`${slug}#${passage.heading}`, { ...passage, title, slug }]),
    ),
  )
  const names = new Set(content.products.map(({ name }) => name))
  const file = join(options.content, 'questions.json')
  const theirs = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { answerable: [], off_topic: [] }
  const asked = [...theirs.answerable.map(({ question }) => question), ...theirs.off_topic].map(
    (question) => [question, contentWords(question)],
  )
  const seen = new Set()
  const opened = new Set()
  for (const item of items) {
    if (seen.has(item.id)) problems.push(`${item.id}: twice`)
    seen.add(item.id)
    for (const [place, turn] of item.turns.entries()) {
      const where = `${item.id}.${place + 1} “${turn.ask}”`
      const passages = (turn.passages ?? [])
        .map((key) => passageOf.get(key) ?? problems.push(`${where}: no passage ${key}`))
        .filter((one) => typeof one === 'object')
      for (const slug of [...(turn.gold ?? []), ...(turn.allowed ?? []), ...(turn.all ?? []).flat()]) {
        opened.add(slug)
        if (!content.articles.some((article) => article.slug === slug))
          problems.push(`${where}: no article ${slug}`)
      }
      for (const name of [...(turn.products ?? []), ...(turn.also ?? []), ...(turn.never_products ?? [])])
        if (name !== '*' && !names.has(name)) problems.push(`${where}: no product ${name}`)
      const text = plain(passages.map((passage) => passage.text).join(' '))
      if (passages.length > 0 && item.language === 'en')
        for (const fact of turn.facts ?? []) {
          if (!pattern(fact).test(text)) problems.push(`${where}: fact ${fact} is not in the passages`)
          for (const sentence of passages.flatMap((passage) => passage.sentences))
            for (const never of turn.never ?? [])
              if (pattern(fact).test(plain(sentence)) && pattern(never).test(plain(sentence)))
                problems.push(`${where}: ${never} stands in the sentence of ${fact}`)
        }
      if (turn.expect === 'shop')
        for (const fact of turn.facts ?? []) {
          const sold = content.products.filter(({ name }) =>
            [...(turn.products ?? []), ...(turn.also ?? [])].includes(name),
          )
          const told = sold
            .map(({ description, unit_amount }) => `${description} ${(unit_amount / 100).toFixed(2)}`)
            .join(' ')
          if (!pattern(fact).test(told)) problems.push(`${where}: fact ${fact} is not in the shop`)
        }
      if (item.kind === 'no_shared_word') {
        const words = contentWords(turn.ask)
        const shared = [
          ...contentWords(
            passages.map(({ title, heading, text: body }) => `${title} ${heading} ${body}`).join(' '),
          ),
        ].filter((word) => words.has(word))
        if (shared.length > 0) problems.push(`${where}: shares ${shared.join(', ')}`)
      }
      const mine = contentWords(turn.ask)
      for (const [question, words] of asked) {
        const both = [...mine].filter((word) => words.has(word)).length
        if (place === 0 && mine.size > 1 && both / (mine.size + words.size - both) > 0.7)
          problems.push(`${where}: the developers ask “${question}”`)
      }
    }
  }
  for (const problem of problems) console.log(problem)
  console.log(
    `${items.length} items, ${items.reduce((count, item) => count + item.turns.length, 0)} questions, ${opened.size} articles named, ${problems.length} problems`,
  )
}

// ---------------------------------------------------------------- running

async function main() {
  if (options.check) return check()
  if (options.as !== 'guest') {
    try {
      const response = await call('/api/login', account)
      const said = await response.text()
      if (!response.ok) console.log(`Signing in failed: ${response.status} ${said.slice(0, 200)}`)
    } catch (error) {
      console.log(`No server answers at ${baseUrl}: ${String(error.cause?.code ?? error.message)}`)
    }
  }
  const rows = []
  const waiting = [...items]
  const started = performance.now()
  await Promise.all(
    Array.from({ length: Number(options['at-once']) }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        let conversation
        const said = []
        for (const [place, turn] of item.turns.entries()) {
          const answer = await ask(turn.ask, { conversation, said: [...said] })
          conversation = answer.conversation
          said.push({ role: 'user', content: turn.ask }, { role: 'assistant', content: answer.text })
          rows.push(judge(item, turn, place, answer))
        }
      }
    }),
  )
  rows.sort((left, right) => left.id.localeCompare(right.id) || left.turn - right.turn)
  if (!options.quiet)
    for (const row of rows)
      for (const miss of row.misses)
        console.log(`${row.id}.${row.turn} [${row.outcome}] ${row.ask} — ${miss}`)
  const figures = figuresOf(rows)
  printTable(rows, figures)
  const seconds = Math.round((performance.now() - started) / 1000)
  if (options.json !== undefined)
    writeFileSync(
      options.json,
      JSON.stringify({ base_url: baseUrl, seconds, limited, figures, rows }, null, 1),
    )
  console.log(
    `\n${Object.entries(figures)
      .map(
        ([name, { is, share: part }]) =>
          `${name} ${name === 'questions' ? is : part === undefined ? 'none' : (100 * part).toFixed(1)}`,
      )
      .concat(
        ['first_ms', 'end_ms'].flatMap((key) =>
          [0.5, 0.95].map(
            (part) =>
              `${key}_p${part * 100} ${Math.round(
                percentile(
                  rows.map((row) => row[key]),
                  part,
                ) ?? 0,
              )}`,
          ),
        ),
        `seconds ${seconds}`,
      )
      .join(', ')}`,
  )
}

await main()
