const askedAge =
  /\b(?:(after|over|above|past|older than)|of|aged?|at|i'?m|am)\s+(\d{1,2})\b|\b(\d{1,2})[\s-]*(?:years?|yrs?|yo)\b/iu
const ageRange =
  /\b(\d{1,2})\s*(?:to|-|–)\s*(\d{1,3})\b|\b(?:from age|aged|age|older than|over)\s+(\d{1,2})(?:\s+(?:and|or)\s+older|\s+onward|\b(?!\s*(?:to|-|–)))|\b(\d{1,2})\s+(?:and|or)\s+older\b/giu

/** The age that a question names: 'after 50' is 51, 'a woman of 35' is 35. */
export function ageAsked(question: string): number | undefined {
  const match = askedAge.exec(question)
  if (match === null) return undefined
  const age = Number(match[2] ?? match[3])
  return match[1] === undefined ? age : age + 1
}

/** Whether a sentence speaks of an age: undefined when it names none. */
export function speaksOfAge(sentence: string, age: number): boolean | undefined {
  let named = false
  for (const [, from, to, open, older] of sentence.matchAll(ageRange)) {
    named = true
    const least = Number(from ?? open ?? older)
    if (age >= least && (to === undefined || age <= Number(to))) return true
  }
  return named ? false : undefined
}
