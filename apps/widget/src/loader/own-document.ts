/* oxlint-disable typescript/no-unsafe-type-assertion -- `Reflect.get` reads the members that the names stand for. */

// An element of the page replaces a member of `document` of the same name (`<img name="currentScript">`, "DOM
// clobbering"), so everything is read from the prototype, which no element reaches.

/** A member of the document, whatever elements the page has. */
function member<Name extends keyof Document>(name: Name): Document[Name] {
  return Reflect.get(Document.prototype, name, document) as Document[Name]
}

/** The script element that is running; undefined for a module, and for a script in an SVG drawing. */
export function runningScript(): HTMLScriptElement | undefined {
  const script = member('currentScript')
  return script instanceof HTMLScriptElement ? script : undefined
}

/** The body; null before the parser has reached it. */
export function ownBody(): HTMLElement | null {
  return member('body') as HTMLElement | null
}

/** The root element. */
export function ownRoot(): HTMLElement {
  return member('documentElement')
}

/** The style sheets that scripts have added to the page: a list that can be changed. */
export function adoptedSheets(): CSSStyleSheet[] {
  return member('adoptedStyleSheets')
}

/** A new element, outside of the page. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag]
export function createElement(tag: string): HTMLElement
export function createElement(tag: string): HTMLElement {
  return Document.prototype.createElement.call(document, tag)
}
