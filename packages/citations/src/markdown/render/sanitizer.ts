import createDOMPurify, { type Config, type DOMPurify, type WindowLike } from 'dompurify'
import { AnswerError } from '../../errors.ts'

const TAGS =
  'a blockquote br button code del details div em h1 h2 h3 h4 h5 h6 hr img input li ol p pre s span strong summary table tbody td th thead tr ul'
const ATTRIBUTES =
  'dir href target rel title src alt loading referrerpolicy class align start type checked disabled role tabindex ' +
  'aria-label aria-disabled aria-haspopup data-price data-image data-pk data-refs open'

const CONFIG: Config = {
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: ATTRIBUTES.split(' '),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/iu,
  // Values of these are words, not addresses.
  ADD_URI_SAFE_ATTR: ATTRIBUTES.split(' ').filter((name) => name !== 'href' && name !== 'src'),
  IN_PLACE: true,
}

/** Cleans HTML and DOM nodes with one DOMPurify of its own, so that no other configuration reaches it. */
export interface Sanitizer {
  /**
   * Cleans an HTML text, or an element in place.
   *
   * @throws {AnswerError} `not_a_string` when `dirty` is neither, `forbidden_root` when the element itself is
   * not allowed
   */
  clean(dirty: unknown): string
  /** Cleans an element of ours in place. */
  cleanElement(root: Element): void
  readonly document: Document
}

const sanitizers = new WeakMap<object, Sanitizer>()

/**
 * The sanitiser of a window.
 *
 * @throws {AnswerError} `no_dom` when there is no window
 */
export function sanitizerOf(view: WindowLike | undefined = globalThis.window): Sanitizer {
  if (view?.document === undefined) throw new AnswerError('no_dom', 'Rendering an answer needs a window.')
  const known = sanitizers.get(view)
  if (known !== undefined) return known
  const purify = createDOMPurify(view)
  if (!purify.isSupported) throw new AnswerError('no_dom', 'Rendering an answer needs a window with a DOM.')
  // Elements are cleaned without parsing HTML, so that a page may forbid every Trusted Types policy.
  purify.setConfig({ ...CONFIG, TRUSTED_TYPES_POLICY: null })
  const sanitizer = createSanitizer(purify, view.document, () => {
    const forTexts = createDOMPurify(view)
    forTexts.setConfig(CONFIG)
    return forTexts
  })
  sanitizers.set(view, sanitizer)
  return sanitizer
}

function createSanitizer(
  purify: DOMPurify,
  document: Document,
  newPurifyForTexts: () => DOMPurify,
): Sanitizer {
  let purifyForTexts: DOMPurify | undefined
  const cleanElement = (root: Element): void => {
    try {
      purify.sanitize(root)
    } catch (cause) {
      throw new AnswerError('forbidden_root', 'The root node is forbidden.', { cause })
    }
  }
  return {
    document,
    cleanElement,
    clean(dirty) {
      if (typeof dirty === 'string') {
        purifyForTexts ??= newPurifyForTexts()
        return purifyForTexts.sanitize(dirty)
      }
      if (!isElement(dirty)) throw new AnswerError('not_a_string', 'What is sanitised has to be a string.')
      cleanElement(dirty)
      return dirty.outerHTML
    },
  }
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null && 'nodeType' in value && value.nodeType === 1
}
