import { keepInPage } from '../loader/keep-in-page.ts'
import { openInTab } from '../loader/open-state.ts'
import { createElement, isDocumentComplete, until } from '../loader/own-document.ts'
import styles from './greeting.css?inline'
import type { GreetingOptions } from './read-greeting.ts'

/**
 * Shows a note beside the launcher, once per visitor: some seconds after the page has loaded, or after an application has
 * gone to one of its pages. Nothing is requested. It is not shown while the widget is open, nor after it was.
 */
export function greet({ id, text, seconds, path, isTop, isLeft, dismiss }: GreetingOptions): void {
  const life = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let remove = (): void => undefined

  function end(): void {
    clearTimeout(timer)
    life.abort()
    remove()
  }

  function wait(): void {
    clearTimeout(timer)
    if (location.pathname.startsWith(path)) timer = setTimeout(show, seconds * 1000)
  }

  function show(): void {
    // A page whose loader was blocked has nothing to open.
    // oxlint-disable-next-line unicorn/no-instanceof-builtins -- `typeof` calls an <object> of the page a function, too.
    if (!(window.OrgChat instanceof Function) || wasSeen(id) || openInTab(id) !== null) {
      end()
      return
    }
    life.abort()
    noteSeen(id)
    const note = drawNote({ text, dismiss, isTop, isLeft }, end, () => {
      end()
      void window.OrgChat?.('open', id)
    })
    remove = keepInPage(note, () => undefined)
    void window.OrgChat('on', 'open', end, id)
  }

  if (wasSeen(id)) return
  if (isDocumentComplete()) wait()
  else addEventListener('load', wait, until(life))
  // Applications change pages without loading one; a browser without this interface counts the first page alone.
  const navigation: unknown = Reflect.get(window, 'navigation')
  // There a frame of the page of that name, which throws at any access, stands in for it.
  if (navigation instanceof EventTarget) {
    navigation.addEventListener('navigatesuccess', () => !wasSeen(id) && wait(), until(life))
  }
}

interface NoteOptions {
  text: string
  dismiss: string
  isTop: boolean
  isLeft: boolean
}

/** Creates the note, in a closed shadow root that the page's styles do not reach. */
function drawNote(
  { text, dismiss, isTop, isLeft }: NoteOptions,
  onDismiss: () => void,
  onOpen: () => void,
): HTMLElement {
  const host = createElement('org-chat-greeting')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  host.popover = 'manual'
  const note = createElement('div')
  note.role = 'status'
  note.style.setProperty(isTop ? 'top' : 'bottom', '92px')
  note.style.setProperty(isLeft ? 'left' : 'right', '24px')
  const words = button(text, onOpen)
  words.dir = 'auto'
  const close = button('×', onDismiss)
  close.ariaLabel = dismiss
  note.append(words, close)
  root.append(note)
  host.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') onDismiss()
  })
  return host
}

function button(text: string, onPress: () => void): HTMLButtonElement {
  const element = createElement('button')
  element.type = 'button'
  element.textContent = text
  element.addEventListener('click', onPress)
  return element
}

/** Key of the local storage under which a visitor's greeting is noted. */
const seenKey = (id: string): string => `org-chat-greeting:${id}`

function wasSeen(id: string): boolean {
  try {
    return localStorage.getItem(seenKey(id)) !== null
  } catch {
    // Forbidden: without a note of it, the greeting would come again on every page.
    return true
  }
}

function noteSeen(id: string): void {
  try {
    localStorage.setItem(seenKey(id), '1')
  } catch {
    // Full: it may be shown once more.
  }
}
