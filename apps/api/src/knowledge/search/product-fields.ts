import type { products } from '../../db/schema/knowledge.ts'
import { contentWords, foldText, stemWord } from '../text/text-analysis.ts'

/** The stems of an English text, stop words left out. */
export function stemsOf(text: string): string[] {
  return contentWords(foldText(text.replaceAll(compound, '')), 'en').map((word) => stemWord(word, 'en'))
}

// "Cast-iron" is no iron: the parts of a compound word mean something else alone.
const compound = /(?<=\p{L})-(?=\p{L})/gu

/** Forms in which a product is sold, at the end of names: "Zinc Lozenges" are zinc. */
const packing: ReadonlySet<string> = new Set(
  'capsules tablets pills softgels lozenges drops powder sachets gummies liquid set supplement'
    .split(' ')
    .flatMap(stemsOf),
)

type Product = Pick<typeof products.$inferSelect, 'name' | 'keywords' | 'description'>

/** The texts of a product, asked for words by their stems. */
export interface AnalysedProduct {
  /** True when the words name the thing: they end its name, apart from the form that it is sold in. */
  isNamed: (stems: readonly string[]) => boolean
  /** True when the words are a keyword, or the end of one. */
  isKeyword: (stems: readonly string[], isTopic: boolean) => boolean
  isInName: (stems: readonly string[]) => boolean
  isInKeywords: (stems: readonly string[]) => boolean
  isInText: (stems: readonly string[]) => boolean
  /** True when the text says that the product does without it: "fragrance-free", "no added sugar", "unsweetened". */
  isFreeOf: (stems: readonly string[]) => boolean
  /** True when the text has the word otherwise. */
  contains: (stems: readonly string[]) => boolean
}

/** Analyses the texts of a product. */
export function analyseProduct({ name, keywords, description }: Product): AnalysedProduct {
  const nameStems = stemsOf(name)
  const named = stemsOf(name.replace(nameTail, ''))
  const core = named.slice(0, coreLength(named))
  const phrases = keywords.map(stemsOf)
  const inKeywords = new Set(phrases.flat())
  const text = new Set([...nameStems, ...inKeywords, ...stemsOf(description)])
  const own = new Set(nameStems)
  const written = [name, ...keywords, description].join('. ')
  const free = new Set(freedom(written).flatMap(stemsOf))
  const mentioned = new Set(stemsOf(written.replaceAll(freedomShape, ' ').replaceAll('-', ' ')))
  const all = (stems: readonly string[], set: ReadonlySet<string>) =>
    stems.length > 0 && stems.every((stem) => set.has(stem))
  return {
    isNamed: (stems) => all(stems, text) && [core.at(-1), nameStems.at(-1)].includes(stems.at(-1)),
    isKeyword: (stems, isTopic) =>
      phrases.some((phrase) => {
        const [only] = phrase
        const isWhole = phrase.length === stems.length && stems.every((stem, at) => stem === phrase[at])
        // "Water" of a water bottle names another thing, unless it is what the product is made of.
        if (isWhole && phrase.length === 1)
          return isTopic || !own.has(only ?? '') || core.at(-1) === only || nameStems.at(-1) === only
        return (
          isWhole ||
          (stems.length > 0 && phrase.at(-1) === stems.at(-1) && stems.every((stem) => phrase.includes(stem)))
        )
      }),
    isInName: (stems) => all(stems, own),
    // "Dry" of "dry skin" means nothing alone.
    isInKeywords: (stems) =>
      phrases.some(
        (phrase) =>
          stems.length > 0 && phrase.at(-1) === stems.at(-1) && stems.every((stem) => phrase.includes(stem)),
      ),
    isInText: (stems) => all(stems, text),
    isFreeOf: (stems) => all(stems, free),
    contains: (stems) => all(stems, mentioned),
  }
}

// "Comb – oak", "Tea, 20 bags", "Cream SPF 30": what follows the name of the thing.
const nameTail = /(?<=\p{L}{3})(?:\s*[,(;:/|]|\s+[–—-]\s|\s+(?:\p{Lu}{2,5}\s*)?\d).*$/su

function coreLength(stems: readonly string[]): number {
  let length = stems.length
  while (length > 1 && packing.has(stems[length - 1] ?? '')) length -= 1
  return length
}

const freedomShape =
  /\b(?:no|without|zero|free (?:of|from)|non)[\s-]+(?:any |added |artificial )*(\p{L}+)|(?<!\p{L})(\p{L}{1,40})(?:-(?:free|less)|-?proof)\b|\bun(scented|perfumed|sweetened|flavou?red|fragranced)\b/giu

/** Ingredients and properties that a text excludes. */
function freedom(text: string): string[] {
  return [...text.matchAll(freedomShape)].flatMap(([, ...words]) =>
    words.filter((word) => word !== undefined),
  )
}
