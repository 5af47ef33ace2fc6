/** Visible texts of the loader. The launcher's `aria-expanded` conveys whether the widget is open. */
export interface LoaderTexts {
  /** Name of the widget. */
  title: string
  /** Follows the number of unread answers. */
  unread: string
}

const english: LoaderTexts = { title: 'Chat Assistant', unread: 'new' }

const texts = new Map<string | undefined, LoaderTexts>([
  ['en', english],
  ['es', { title: 'Asistente de chat', unread: 'nuevas' }],
  ['ar', { title: 'مساعد الدردشة', unread: 'جديدة' }],
])

/** Returns the texts in the language of the frame: `lang`, else the browser's first supported one, else English. */
export function loaderTexts(lang: string): LoaderTexts {
  for (const tag of [lang, ...navigator.languages]) {
    const found = texts.get(tag.split('-')[0])
    if (found) return found
  }
  return english
}
