import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Suggestions } from './suggestions.tsx'

it.each([
  ['\u0645\u0627\u0630\u0627 \u0639\u0646 \u00ABMagnesium (mg)\u00BB\u061F', '\u00ABMagnesium (mg)\u00BB'],
  ['What is "\u0627\u0644\u0646\u0648\u0645"?', '"\u0627\u0644\u0646\u0648\u0645"'],
  ['Was sagen die Quellen \u00FCber \u201ESchlaf\u201C?', '\u201ESchlaf\u201C'],
])('isolates the quotation in %s, and keeps its text', (question, quoted) => {
  render(<Suggestions questions={[question]} onAsk={vi.fn<(question: string) => void>()} />)
  const button = screen.getByRole('button', { name: question })
  expect(button.dir).toBe('auto')
  expect(button.textContent).toBe(question)
  expect([...button.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual([quoted])
})
