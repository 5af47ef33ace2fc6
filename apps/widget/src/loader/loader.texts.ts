/* oxlint-disable typescript/no-unsafe-type-assertion -- a list of languages reads as one text, and what is not there as 'undefined'. */

/**
 * The visible texts of the loader by language: the name of the widget, and the label of unread answers.
 * The launcher's `aria-expanded` conveys whether it is open.
 */
const words = {
  es: 'Asistente de chat,nuevas',
  ar: 'مساعد الدردشة,جديدة',
} as Record<string, string>

/** The words in the language of the frame: the one that the tag or the page names, else the browser's, else English. */
export function wordsIn(lang: string): string[] {
  const [language] = /\b(en|es|ar)\b/.exec([lang, navigator.languages] as unknown as string) ?? []
  return (words[language as string] ?? 'Chat Assistant,new').split(',')
}
