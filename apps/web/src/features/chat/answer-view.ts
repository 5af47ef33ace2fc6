import '@org/citations/styles.css'
import { highlightCode } from '@org/citations/highlight'
import { Answer } from '@org/citations/react'
import type { AnswerProps } from '@org/citations/react'
import { kit } from '@org/languages'
import { createElement } from 'react'

/** An answer whose code is coloured; the colouring comes with the first code that there is. */
export function AnswerView(props: AnswerProps) {
  return createElement(Answer, { ...props, labels: kit.answer, highlight: highlightCode })
}
