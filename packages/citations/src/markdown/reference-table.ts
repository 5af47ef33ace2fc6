interface Reference {
  readonly title: string
  readonly href: string
}

/** The labels that a piece of text looked up, each with what it found then. */
export type Lookups = ReadonlyMap<string, string>

/**
 * Link reference definitions while a text grows. Those of finished blocks are kept; those of the open end
 * are read anew with every parse. The first definition of a label counts.
 */
export class ReferenceTable {
  readonly #kept = new Map<string, Reference>()
  #open = new Map<string, Reference>()
  #before = new Map<string, Reference>()
  #lookups: Map<string, string> | undefined

  /** The `env.references` object that markdown-it reads. */
  readonly view: Record<string, Reference> = new Proxy<Record<string, Reference>>(
    {},
    {
      get: (_, label) => (typeof label === 'string' ? this.#find(label) : undefined),
      set: (_, label, value: Reference) => {
        if (typeof label === 'string') this.#open.set(label, value)
        return true
      },
    },
  )

  /** Remembers what the open end defines, for {@link hasChanged}. */
  beginUpdate(): void {
    this.#before = this.#open
  }

  /** Begins to read the open end anew. */
  beginParse(): void {
    this.#open = new Map()
  }

  /** Returns whether the definitions of the open end changed since the update began. */
  hasChanged(): boolean {
    if (this.#open.size !== this.#before.size) return true
    for (const [label, reference] of this.#open) {
      const before = this.#before.get(label)
      if (before?.href !== reference.href || before.title !== reference.title) return true
    }
    return false
  }

  /** Keeps what the open end defines. */
  keep(): void {
    for (const [label, reference] of this.#open) {
      if (!this.#kept.has(label)) this.#kept.set(label, reference)
    }
    this.#open = new Map()
  }

  /** Runs `read` and returns the labels that it looked up; `undefined` when none. */
  record<Result>(read: () => Result): { result: Result; lookups: Lookups | undefined } {
    const lookups = new Map<string, string>()
    this.#lookups = lookups
    const result = read()
    this.#lookups = undefined
    return { result, lookups: lookups.size === 0 ? undefined : lookups }
  }

  /** Returns whether the same lookups would give the same results. */
  isCurrent(lookups: Lookups | undefined): boolean {
    if (lookups === undefined) return true
    for (const [label, found] of lookups) {
      if (signature(this.#kept.get(label) ?? this.#open.get(label)) !== found) return false
    }
    return true
  }

  #find(label: string): Reference | undefined {
    const reference = this.#kept.get(label) ?? this.#open.get(label)
    this.#lookups?.set(label, signature(reference))
    return reference
  }
}

/** Merges the lookups of two pieces of text. */
export function mergeLookups(a: Lookups | undefined, b: Lookups | undefined): Lookups | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return new Map([...a, ...b])
}

function signature(reference: Reference | undefined): string {
  return reference === undefined ? '' : `${reference.href}\n${reference.title}`
}
