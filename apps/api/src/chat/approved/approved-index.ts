import { namesPeople, type QuestionSignature, signatureOf, type SignatureTerm } from './question-signature.ts'

/** An approved question with its variants. */
export interface IndexedAnswer {
  id: string
  /** Owner; null for everybody. */
  clientId: string | null
  /** ISO 639-1 code: only questions in it are answered. */
  language: string
  /** The question and its variants. */
  questions: readonly string[]
}

/** A question that an approved answer is looked for. */
export interface AskedQuestion {
  text: string
  language: string
  /** The person's earlier messages, oldest first. */
  earlier: readonly string[]
  /** Owner of the widget; null on the site itself. */
  clientId: string | null
}

interface Entry {
  answer: IndexedAnswer
  signature: QuestionSignature
}

/** Entries of one owner, language and frame by each name of each of their terms. */
type Bucket = Map<string, Set<Entry>>

/**
 * Approved questions in memory. A question is compared with those alone that have the same people, numbers, negation and
 * asked aspect, and the rarest word of its subject.
 */
export class ApprovedIndex {
  readonly #buckets = new Map<string, Bucket>()
  readonly #entriesOf = new Map<string, Entry[]>()

  /** Adds an approved question, in place of an earlier state of it. */
  put(answer: IndexedAnswer): void {
    this.remove(answer.id)
    const entries = answer.questions.flatMap((text) => {
      const signature = signatureOf(text, answer.language)
      return signature === undefined ? [] : [{ answer, signature }]
    })
    this.#entriesOf.set(answer.id, entries)
    for (const entry of entries) {
      const key = bucketKey(answer.clientId, answer.language, entry.signature)
      const bucket = this.#buckets.get(key) ?? new Map<string, Set<Entry>>()
      this.#buckets.set(key, bucket)
      for (const name of namesOf(entry.signature)) {
        const entries = bucket.get(name) ?? new Set<Entry>()
        bucket.set(name, entries.add(entry))
      }
    }
  }

  /** Removes an approved question; an unknown id changes nothing. */
  remove(id: string): void {
    for (const entry of this.#entriesOf.get(id) ?? []) {
      const { clientId, language } = entry.answer
      const bucket = this.#buckets.get(bucketKey(clientId, language, entry.signature))
      for (const name of namesOf(entry.signature)) bucket?.get(name)?.delete(entry)
    }
    this.#entriesOf.delete(id)
  }

  /** The ids of the approved answers to a question: those of its client first, then those of everybody. */
  find({ text, language, earlier, clientId }: AskedQuestion): string[] {
    const asked = signatureOf(text, language)
    if (asked === undefined || dependsOn(earlier, asked, language)) return []
    const owners = clientId === null ? [null] : [clientId, null]
    return owners.flatMap((owner) =>
      this.#findIn(this.#buckets.get(bucketKey(owner, language, asked)), asked),
    )
  }

  #findIn(bucket: Bucket | undefined, asked: QuestionSignature): string[] {
    if (bucket === undefined) return []
    const lists = asked.terms.map(({ names }) => names.flatMap((name) => [...(bucket.get(name) ?? [])]))
    const rarest = lists.toSorted((left, right) => left.length - right.length)[0] ?? []
    return [
      ...new Set(rarest.filter(({ signature }) => isSame(asked, signature)).map(({ answer }) => answer.id)),
    ]
  }
}

function bucketKey(clientId: string | null, language: string, { frame, terms }: QuestionSignature): string {
  return `${clientId ?? ''} ${language} ${terms.length} ${frame}`
}

function namesOf({ terms }: QuestionSignature): ReadonlySet<string> {
  return new Set(terms.flatMap(({ names }) => names))
}

/**
 * Returns whether a question can only be understood from the messages before it: it refers back, or names nobody while they
 * speak of somebody in particular.
 */
function dependsOn(earlier: readonly string[], asked: QuestionSignature, language: string): boolean {
  if (earlier.length === 0) return false
  if (asked.refersBack) return true
  if (asked.people.length > 0) return false
  return earlier.some((text) => namesPeople(text, language))
}

function isSame(asked: QuestionSignature, approved: QuestionSignature): boolean {
  if (asked.text === approved.text) return true
  // One word without an aspect, such as "zinc", may ask for anything.
  if (asked.terms.length === 1 && asked.frame.startsWith('|')) return false
  if (asked.isDirected || approved.isDirected) {
    return asked.terms.every((term, at) => isSameTerm(term, approved.terms[at]))
  }
  return (
    asked.terms.every((term) => approved.terms.some((other) => isSameTerm(term, other))) &&
    approved.terms.every((term) => asked.terms.some((other) => isSameTerm(term, other)))
  )
}

/** Everyday words may stand for several things: each term must be a name of the other one. */
function isSameTerm(left: SignatureTerm, right: SignatureTerm | undefined): boolean {
  return right !== undefined && right.names.includes(left.name) && left.names.includes(right.name)
}
