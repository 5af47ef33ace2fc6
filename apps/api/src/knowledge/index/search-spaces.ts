import { undetermined } from '../text/language.ts'
import { analysedLanguages, analyserOf } from '../text/text-analysis.ts'

/** Kind of a space: each has document frequencies of its own. */
export type SpaceKind = 'passage' | 'product'

/** The space of an entry: kind, client (empty for shared content) and analyser language. */
export function spaceOf(kind: SpaceKind, language: string, clientId: string | null = null): string {
  return `${kind}:${clientId ?? ''}:${analyserOf(language)}`
}

/** The analyser language of a space. */
export function languageOfSpace(space: string): string {
  return space.split(':')[2] ?? undetermined
}

/** Every space that a search of one kind reads, by language. */
export function spacesOf(kind: SpaceKind, clientId?: string): Map<string, string[]> {
  return new Map(
    [...analysedLanguages, undetermined].map((language) => [
      language,
      [spaceOf(kind, language), ...(clientId === undefined ? [] : [spaceOf(kind, language, clientId)])],
    ]),
  )
}
