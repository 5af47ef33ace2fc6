/** A set of nouns with one meaning. */
export interface Synset {
  /** As WordNet writes them, with spaces: 'Crohn's disease'. */
  names: readonly string[]
  /** Offsets of the meanings that this one is a kind of. */
  kindOf: readonly string[]
}

/** One meaning of a word of any part of speech. */
export interface Sense {
  /** Offset of the synset in the file of its part of speech. */
  offset: string
  isNoun: boolean
  /** Place among the word's meanings of that part of speech, from 1; the most frequent is the first. */
  place: number
  /** Occurrences with this meaning in the texts that WordNet's authors tagged. */
  tagged: number
}

/** The nouns of WordNet, and the meanings of all words. */
export interface WordNet {
  /** By offset. */
  synsets: ReadonlyMap<string, Synset>
  /** By word in lower case. */
  senses: ReadonlyMap<string, readonly Sense[]>
}

/**
 * Reads the files of a WordNet database: https://wordnet.princeton.edu/documentation/wndb5wn and …/senseidx5wn.
 *
 * @param nouns `data.noun`
 * @param senses `index.sense`
 */
export function readWordNet(nouns: string, senses: string): WordNet {
  const synsets = new Map<string, Synset>()
  for (const line of linesOf(nouns)) {
    const [offset = '', , , count = '', ...rest] = line.split(' ')
    const words = Number.parseInt(count, 16)
    const names = Array.from({ length: words }, (_, at) => spaced(rest[at * 2] ?? ''))
    const pointers = rest.slice(words * 2 + 1)
    const kindOf: string[] = []
    for (let at = 0; at < Number(rest[words * 2]) * 4; at += 4) {
      if (pointers[at] === '@') kindOf.push(pointers[at + 1] ?? '')
    }
    synsets.set(offset, { names, kindOf })
  }
  const byWord = new Map<string, Sense[]>()
  for (const line of linesOf(senses)) {
    const [key = '', offset = '', place, tagged] = line.split(' ')
    const [lemma = '', kind = ''] = key.split('%')
    const word = spaced(lemma)
    const known = byWord.get(word) ?? []
    byWord.set(word, known)
    known.push({ offset, isNoun: kind.startsWith('1'), place: Number(place), tagged: Number(tagged) })
  }
  return { synsets, senses: byWord }
}

// Lines of the licence begin with two spaces, or with a space in other releases.
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith(' '))
}

function spaced(name: string): string {
  return name.replaceAll('_', ' ')
}
