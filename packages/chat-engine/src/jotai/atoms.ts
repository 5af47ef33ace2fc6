import type { ProductOptions } from '@org/citations'
import { atom } from 'jotai'
import type { Atom } from 'jotai'
import type { Store } from '../platform/store.ts'
import type {
  AccessState,
  ChatEngine,
  ChatMessage,
  ConversationListState,
  DisclaimerState,
  Draft,
  GuestImportState,
  StorageState,
  ThreadState,
} from '../types.ts'

/** An engine's stores as atoms. The same key gives the same atom. */
export interface ChatAtoms {
  conversationsAtom: Atom<ConversationListState>
  accessAtom: Atom<AccessState>
  disclaimerAtom: Atom<DisclaimerState>
  productsAtom: Atom<ProductOptions>
  guestImportAtom: Atom<GuestImportState>
  storageAtom: Atom<StorageState>
  threadAtom: (key: string) => Atom<ThreadState>
  messageAtom: (key: string) => Atom<ChatMessage | undefined>
  draftAtom: (key: string) => Atom<Draft>
}

/** An atom that follows a store while something reads it. */
export function atomOfStore<Value>(store: Store<Value>): Atom<Value> {
  // Boxed, since a value that is a function would be taken for an update.
  const mirror = atom({ value: store.get() })
  mirror.onMount = (set) => {
    const follow = () => set((held) => (Object.is(held.value, store.get()) ? held : { value: store.get() }))
    follow()
    return store.subscribe(follow)
  }
  return atom((get) => get(mirror).value)
}

/** The atoms of an engine; they only read, the engine's methods do. */
export function createChatAtoms(engine: ChatEngine): ChatAtoms {
  return {
    conversationsAtom: atomOfStore(engine.conversations),
    accessAtom: atomOfStore(engine.access),
    disclaimerAtom: atomOfStore(engine.disclaimer),
    productsAtom: atomOfStore(engine.products),
    guestImportAtom: atomOfStore(engine.guestImport),
    storageAtom: atomOfStore(engine.storage),
    threadAtom: byKey((key) => atomOfStore(engine.thread(key))),
    messageAtom: byKey((key) => atomOfStore(engine.message(key))),
    draftAtom: byKey((key) => atomOfStore(engine.draft(key))),
  }
}

function byKey<Value>(create: (key: string) => Atom<Value>): (key: string) => Atom<Value> {
  const atoms = new Map<string, Atom<Value>>()
  return (key) => {
    const known = atoms.get(key)
    if (known !== undefined) return known
    const made = create(key)
    atoms.set(key, made)
    return made
  }
}
