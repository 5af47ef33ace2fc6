// An element of the page replaces a member of `document` of the same name (`<img name="currentScript">`, "DOM
// clobbering"), so everything is read from the prototype, which no element reaches.

/** Reads a member of the document, whatever elements the page has; undefined for a value of another type. */
function member<Type>(
  name: 'currentScript' | 'body' | 'documentElement',
  type: new () => Type,
): Type | undefined {
  const value: unknown = Reflect.get(Document.prototype, name, document)
  return value instanceof type ? value : undefined
}

/** The script element that is running; undefined for a module, and for a script in an SVG drawing. */
export function runningScript(): HTMLScriptElement | undefined {
  return member('currentScript', HTMLScriptElement)
}

/** The body; undefined before the parser has reached it. */
export function ownBody(): HTMLElement | undefined {
  return member('body', HTMLElement)
}

/** The root element; undefined in an SVG document. */
export function ownRoot(): HTMLElement | undefined {
  return member('documentElement', HTMLElement)
}

/** True once the document and everything in it has loaded. */
export function isDocumentComplete(): boolean {
  return Reflect.get(Document.prototype, 'readyState', document) === 'complete'
}

/** Adds a style sheet to the page, or removes it. */
export function toggleSheet(sheet: CSSStyleSheet, isIn: boolean): void {
  const sheets: CSSStyleSheet[] = Reflect.get(Document.prototype, 'adoptedStyleSheets', document)
  const others = sheets.filter((other) => other !== sheet)
  Reflect.set(Document.prototype, 'adoptedStyleSheets', isIn ? [...others, sheet] : others, document)
}

/**
 * Options of a listener that the signal ends. Without a prototype: a page that extends `Object.prototype` by `once` or
 * `passive` would set them otherwise.
 */
export function until({ signal }: AbortController): AddEventListenerOptions {
  const options = { __proto__: null, signal }
  return options
}

/** A new element, outside of the page. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag]
export function createElement(tag: string): HTMLElement
export function createElement(tag: string): HTMLElement {
  return Document.prototype.createElement.call(document, tag)
}
