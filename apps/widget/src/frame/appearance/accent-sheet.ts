import { accentShades, type Theme, tokenProperty } from '@org/theme'
import { useEffect } from 'react'

/**
 * CSS of the colours that follow from an accent colour, in the light and the dark scheme of any theme. Outside of every
 * layer, so that it goes before the theme's own, and absent where a person has chosen the colours of all pages.
 *
 * @param accent `#rrggbb`
 * @throws {TypeError} when `accent` is written otherwise
 */
export function accentStyles(accent: string): string {
  return `@media not (forced-colors: active){${scheme(accent, 'light')}${scheme(accent, 'dark')}}`
}

function scheme(accent: string, theme: Theme): string {
  const shades = accentShades(accent, theme)
  const declarations = {
    [tokenProperty('color-accent')]: shades.accent,
    [tokenProperty('color-accent-hover')]: shades.accentHover,
    [tokenProperty('color-accent-contrast')]: shades.accentContrast,
    [tokenProperty('color-accent-soft')]: shades.accentSoft,
    [tokenProperty('color-focus')]: shades.accent,
    [tokenProperty('color-bubble-user')]: shades.bubble,
    [tokenProperty('color-bubble-user-text')]: shades.bubbleText,
    '--widget-launcher': shades.accent,
    '--widget-launcher-text': shades.accentContrast,
    '--widget-launcher-paint': shades.accent,
    '--widget-bubble-paint': shades.bubble,
    '--widget-header-paint': shades.header,
    '--widget-glow': shades.accent,
    '--widget-mark': shades.headerText,
    '--widget-mark-sign': shades.header,
  }
  // The headers of the other two are paper.
  const headers = {
    '--widget-header': shades.header,
    '--widget-header-text': shades.headerText,
    '--widget-header-hover': shades.headerHover,
  }
  return (
    rule(`[data-look][data-theme='${theme}']`, declarations) +
    rule(`:is([data-look='ultra'],[data-look='aurora'])[data-theme='${theme}']`, headers)
  )
}

function rule(selector: string, declarations: Readonly<Record<string, string>>): string {
  const body = Object.entries(declarations).map(([property, value]) => `${property}:${value}`)
  return `${selector}{${body.join(';')}}`
}

/** Gives the document the colours of an accent; null leaves it the theme's. */
export function useAccent(accent: string | null): void {
  useEffect(() => {
    if (accent === null) return undefined
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(accentStyles(accent))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [accent])
}
