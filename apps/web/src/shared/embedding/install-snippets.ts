/** Kinds of sites that a widget is installed on. */
export const platforms = ['html', 'shopify', 'wordpress', 'gtm', 'next'] as const

/** A kind of site. */
export type Platform = (typeof platforms)[number]

/**
 * Returns the code that installs a widget on a kind of site.
 *
 * @param snippet the embed snippet: one script tag, or two with a greeting
 */
export function installSnippet(platform: Platform, snippet: string): string {
  if (platform === 'gtm') return toScript(snippet)
  if (platform === 'next') return toNext(snippet)
  if (platform === 'wordpress') return toWordPress(snippet)
  // Plain HTML, and the theme.liquid of Shopify.
  return snippet
}

interface Tag {
  src: string
  data: [name: string, value: string][]
}

/** Reads script tags as `embedSnippet` writes them. */
function readTags(snippet: string): Tag[] {
  return snippet.split('</script>').flatMap((tag) => {
    const attributes = [...tag.matchAll(/^ {2}([\w-]+)="([^"]*)"$/gmu)].map(
      ([, name = '', value = '']): [string, string] => [name, unescapeAttribute(value)],
    )
    const src = attributes.find(([name]) => name === 'src')?.[1]
    return src === undefined ? [] : [{ src, data: attributes.filter(([name]) => name.startsWith('data-')) }]
  })
}

function unescapeAttribute(value: string): string {
  return value.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

/** A custom HTML tag of Google Tag Manager drops the data attributes of script tags: they are set by script. */
function toScript(snippet: string): string {
  const tags = readTags(snippet).map(({ src, data }) => {
    const sets = data.map(([name, value]) => `    s.setAttribute(${quote(name)}, ${quote(value)})`)
    return [
      '  (function () {',
      "    var s = document.createElement('script')",
      `    s.src = ${quote(src)}`,
      '    s.async = true',
      ...sets,
      '    document.head.appendChild(s)',
      // Without the semicolon the next function would be called with this one's result.
      '  })();',
    ].join('\n')
  })
  return ['<script>', ...tags, '</script>'].join('\n')
}

// Within a script element a text must not end the element.
function quote(text: string): string {
  return JSON.stringify(text).replaceAll('<', String.raw`\u003c`)
}

function toNext(snippet: string): string {
  const tags = readTags(snippet).map(({ src, data }) =>
    [
      '      <Script',
      `        src=${quote(src)}`,
      ...data.map(([name, value]) => `        ${name}={${quote(value)}}`),
      '        strategy="afterInteractive"',
      '      />',
    ].join('\n'),
  )
  return [
    "import Script from 'next/script'",
    '',
    'export function Chat() {',
    '  return (',
    '    <>',
    ...tags,
    '    </>',
    '  )',
    '}',
  ].join('\n')
}

/** For the functions.php of a theme, or a plugin of code snippets. */
function toWordPress(snippet: string): string {
  return ["add_action('wp_footer', function () {", '?>', snippet, '<?php', '});'].join('\n')
}
