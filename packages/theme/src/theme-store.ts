import { type Theme, themeColors } from './theme-colors.ts'

/** Storage of the choice: the two methods of `localStorage` that are used. Either may throw. */
export interface ThemeStorage {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
}

/** Options of {@link createThemeStore}. Each defaults to the browser's; without a document nothing is marked. */
export interface ThemeStoreOptions {
  /** Storage of the choice. @default localStorage, or nothing where it is forbidden */
  storage?: ThemeStorage | undefined
  /** Reads the system preference. @default window.matchMedia */
  matchMedia?: ((query: string) => MediaQueryList) | undefined
  /** The element that is marked with `data-theme` and the class `dark`. @default document.documentElement */
  root?: HTMLElement | undefined
  /** The storage key. @default 'theme' */
  key?: string | undefined
}

/** The owner of one fact: which theme is on. Fits React's `useSyncExternalStore(store.subscribe, store.get)`. */
export interface ThemeStore {
  /** The theme now. */
  get: () => Theme
  /** Calls back after each change. Returns the way to stop. */
  subscribe: (listener: () => void) => () => void
  /** Chooses a theme and saves the choice; from then on the system's preference is not followed. */
  set: (theme: Theme) => void
  /** Chooses the other theme. */
  toggle: () => void
  /** Stops listening to the system and to other tabs, and forgets all listeners. */
  dispose: () => void
}

/**
 * Makes a theme store. The saved choice counts, else the system's preference, else light. Every choice is saved
 * and marks the root; other tabs follow; a storage that throws costs the memory of the choice and nothing else.
 *
 * @example
 * import { createThemeStore } from '@org/theme'
 *
 * const theme = createThemeStore()
 * theme.subscribe(() => console.log(theme.get()))
 * theme.toggle()
 */
export function createThemeStore({
  storage = browserStorage(),
  matchMedia = browserMatchMedia(),
  root = globalThis.document?.documentElement,
  key = 'theme',
}: ThemeStoreOptions = {}): ThemeStore {
  const listeners = new Set<() => void>()
  const system = matchMedia?.('(prefers-color-scheme: dark)')
  const view = root?.ownerDocument.defaultView
  let current = resolve()
  let chosenHere = false

  function resolve(): Theme {
    return readSaved(storage, key) ?? (system?.matches === true ? 'dark' : 'light')
  }

  function show(theme: Theme): void {
    if (root !== undefined) mark(root, theme)
    if (theme === current) return
    current = theme
    for (const listener of listeners) listener()
  }

  function set(theme: Theme): void {
    chosenHere = true
    try {
      storage?.setItem(key, theme)
    } catch {
      // Full or forbidden: the choice holds for this page.
    }
    show(theme)
  }

  function onSystemChange(): void {
    if (!chosenHere && readSaved(storage, key) === undefined) show(resolve())
  }

  function onStorage(event: StorageEvent): void {
    // `clear()` in another tab reports no key.
    if (event.key === key || event.key === null) show(resolve())
  }

  system?.addEventListener('change', onSystemChange)
  view?.addEventListener('storage', onStorage)
  if (root !== undefined) mark(root, current)

  return {
    get: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    set,
    toggle: () => set(current === 'dark' ? 'light' : 'dark'),
    dispose() {
      system?.removeEventListener('change', onSystemChange)
      view?.removeEventListener('storage', onStorage)
      listeners.clear()
    },
  }
}

function isTheme(value: unknown): value is Theme {
  return value === 'light' || value === 'dark'
}

function readSaved(storage: ThemeStorage | undefined, key: string): Theme | undefined {
  try {
    const saved = storage?.getItem(key)
    return isTheme(saved) ? saved : undefined
  } catch {
    return undefined
  }
}

function mark(root: HTMLElement, theme: Theme): void {
  root.classList.toggle('dark', theme === 'dark')
  root.dataset['theme'] = theme
  root.ownerDocument.querySelector('meta[name="theme-color"]')?.setAttribute('content', themeColors[theme])
}

function browserStorage(): ThemeStorage | undefined {
  try {
    // Reading the property throws where storage is forbidden.
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

function browserMatchMedia(): ((query: string) => MediaQueryList) | undefined {
  return typeof globalThis.matchMedia === 'function' ? (query) => globalThis.matchMedia(query) : undefined
}
