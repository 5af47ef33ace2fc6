/** A line of a tooltip. */
interface TooltipRow {
  name: string
  value: string
  /** Of the mark before the name; '' for none. */
  color: string
}

/** Creates a tooltip's content as elements: names are data and are never parsed as HTML. */
export function tooltipContent(heading: string, rows: readonly TooltipRow[]): HTMLElement {
  const root = document.createElement('div')
  if (heading !== '') root.append(textElement('div', heading, { fontWeight: '600', marginBottom: '4px' }))
  for (const { name, value, color } of rows) {
    const row = document.createElement('div')
    Object.assign(row.style, { display: 'flex', alignItems: 'center', gap: '8px' })
    if (color !== '') {
      const mark = document.createElement('span')
      Object.assign(mark.style, {
        inlineSize: '10px',
        blockSize: '10px',
        borderRadius: '3px',
        background: color,
      })
      row.append(mark)
    }
    row.append(textElement('span', name, { flex: '1', maxInlineSize: '18rem', whiteSpace: 'normal' }))
    row.append(textElement('strong', value, { fontVariantNumeric: 'tabular-nums' }))
    root.append(row)
  }
  return root
}

function textElement(tag: string, text: string, style: Partial<CSSStyleDeclaration>): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  Object.assign(element.style, style)
  return element
}
