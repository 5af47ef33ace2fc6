/** The word and every word that leaves out up to `edits` of its letters but the first. */
export function deletionsOf(word: string, edits: number): Set<string> {
  const all = new Set([word])
  let last = [word]
  for (let edit = 0; edit < edits; edit += 1) {
    last = last.flatMap((longer) =>
      Array.from(
        { length: Math.max(0, longer.length - 1) },
        (_, i) => longer.slice(0, i + 1) + longer.slice(i + 2),
      ),
    )
    for (const shorter of last) all.add(shorter)
  }
  return all
}

/** The word with each run of one letter shortened to that letter. */
export function withoutDoubles(word: string): string {
  let single = ''
  for (const letter of word) if (letter !== single.at(-1)) single += letter
  return single
}

/** Damerau-Levenshtein distance (adjacent transpositions) up to `edits`, with the same first letter. */
export function isNear(a: string, b: string, edits: number): boolean {
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > edits) return false
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1)
      row.push(best)
    }
    beforeLast = last
    last = row
  }
  return (last[b.length] ?? edits + 1) <= edits
}
